/**
 * Questions written to train the entailment model as a reranker, on records of the corpus, with the
 * words that answer each. Everyday ones, and many that a note or a ruling answers.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedPath } from '../corpus/shared.ts'

const FOLDER = join(import.meta.dirname, '../../infra/entailment/train/questions')
/** Names a passage that is in no record. */
const OF_PASSAGE = 'pair:'

export type TrainingQuestion = {
  readonly text: string
  /** Of the record that answers. */
  readonly sourceId: string
  /** The words of the record that answer. */
  readonly words: string
}

type Record = { readonly text: string; readonly source: { readonly id: string } }

const textsOfRecords = (): Map<string, string> => {
  const folder = sharedPath('corpus', 'import')
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
      .map((line): [string, string] => {
        const { source, text } = JSON.parse(line) as Record
        return [source.id, text]
      }),
  )
}

export const readTrainingQuestions = (): TrainingQuestion[] => {
  const texts = textsOfRecords()
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.tsv'))
    .toSorted()
    .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').trim().split('\n'))
    .map((line) => line.split('\t'))
    .filter(([source = '']) => !source.startsWith(OF_PASSAGE))
    .map(([sourceId = '', start, end, , text = '']) => {
      const record = texts.get(sourceId)
      if (record === undefined) throw new Error(`no record ${sourceId}`)
      const words = [...record].slice(Number(start), Number(end)).join('')
      return { text, sourceId, words }
    })
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a sentence says these words or is a part of them; marks and spaces do not count. */
export const isWithin = (words: string): ((sentence: string) => boolean) => {
  const wanted = plain(words)
  return (sentence) => {
    const said = plain(sentence)
    return said !== '' && (wanted.includes(said) || said.includes(wanted))
  }
}
