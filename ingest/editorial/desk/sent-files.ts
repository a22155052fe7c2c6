/** Files of a form, for the import page and the editorial API. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type SentFile, UPLOAD_LIMITS } from './uploads.ts'

const FIELDS_MAX = 20

declare module 'fastify' {
  interface FastifyRequest {
    /** Files of a form, in their order, as far as they fit together. */
    sentFiles: SentFile[] | null
    /** Bytes of all files that were sent. */
    sentBytes: number
  }
}

/** Reads forms with files in a group of routes; other fields are members of the body. */
export const takeFiles = async (area: FastifyInstance): Promise<void> => {
  area.decorateRequest('sentFiles', null)
  area.decorateRequest('sentBytes', 0)
  await area.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: {
      files: UPLOAD_LIMITS.filesMax,
      fileSize: UPLOAD_LIMITS.bytesMax,
      fields: FIELDS_MAX,
      parts: UPLOAD_LIMITS.filesMax + FIELDS_MAX,
    },
    async onFile(this: FastifyRequest, part) {
      const bytes = await part.toBuffer()
      if (part.filename === '') return
      this.sentBytes += bytes.length
      // What is too much together is counted and not kept.
      if (!areTooLarge(this))
        this.sentFiles = [...(this.sentFiles ?? []), { name: part.filename, bytes }]
    },
  })
}

export const areTooLarge = ({ sentBytes }: Pick<FastifyRequest, 'sentBytes'>): boolean =>
  sentBytes > UPLOAD_LIMITS.bytesMax
