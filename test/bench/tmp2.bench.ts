import { BenchCorpus } from './search-corpus.ts'
import { SearchDocument } from '#contracts/search/document.ts'
const c = new BenchCorpus()
const docs = Array.from({ length: 2000 }, (_, n) => JSON.stringify({...c.document(n).document}))
console.log('bytes/doc', docs.reduce((s, d) => s + d.length, 0) / docs.length)
for (let r = 0; r < 3; r++) {
  let t = performance.now(); const parsed = docs.map((d) => JSON.parse(d)); console.log('json µs/doc', (performance.now() - t) / 2)
  t = performance.now(); for (const p of parsed) SearchDocument.parse(p); console.log('zod µs/doc', (performance.now() - t) / 2)
}
