import { expect, test } from 'vitest'
import { canonicalJson } from '../canonical/canonical.ts'
import { readFileSync } from 'node:fs'
import { makeSigner } from '../signing/signer.ts'
import { readReceipt } from '../receipts/format.ts'
import { ErasureCertificate } from './certificate.ts'
import { readCertificate, signCertificate } from './signed.ts'

const SAMPLE = new URL('../events/samples/ErasureCertified.v1.json', import.meta.url)
const { data } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as { data: { certificate: unknown } }
const certificate = ErasureCertificate.parse(data.certificate)
const signer = makeSigner('a pepper of more than thirty-two characters', 'live')
const signed = signCertificate(signer, certificate)
const text = canonicalJson(signed)

test('a certificate is read as it was signed, whatever its white space and order', () => {
  const { profile, ...rest } = certificate
  const reordered = { signature: signed.signature, certificate: { ...rest, profile } }
  for (const one of [text, JSON.stringify(reordered, null, 2)])
    expect(readCertificate(one, [signer.publicKey])).toEqual(signed)
})

test('one with any character altered is refused', () => {
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === '7' ? '8' : '7'
    const altered = text.slice(0, at) + other + text.slice(at + 1)
    expect(readCertificate(altered, [signer.publicKey]), String(at)).toHaveProperty('refused')
  }
})

test('a certificate is of one service, and no receipt', () => {
  const other = makeSigner('another pepper of more than thirty-two characters', 'live')
  expect(readCertificate(text, [other.publicKey])).toEqual({ refused: 'certificate-other-key' })
  const { head, payload, signature } = signer.sign(certificate, 'erasure+jws')
  expect(readReceipt(`${head}.${payload}.${signature}`, [signer.publicKey])).toEqual({
    refused: 'receipt_malformed',
  })
  const receipt = signer.sign(certificate, 'receipt+jws')
  const passed = { certificate, signature: `${receipt.head}..${receipt.signature}` }
  expect(readCertificate(JSON.stringify(passed), [signer.publicKey])).toEqual({
    refused: 'certificate-malformed',
  })
})
