import { classifyQuotation, judgedQuotations, quotableText } from '#contracts/law/quotations.ts'
import { demonstrationTexts } from '/work/main/test/claims/demonstration.ts'
import { labelRows, halves } from '/work/main/test/claims/split.ts'
const texts = demonstrationTexts().map(t=>({...t, q: quotableText(t.content.contentClean)}))
const rows = labelRows('verify-quotes.tsv')
const split = halves(rows, r=>({kind:r.label, text:r.text}))
const conf={}
for (const r of rows){
  // cited by docket in text
  const cited = texts.filter(t=> (t.content.judicialDecision?.identifiers??[]).some(i=> r.text.replace(/F /,'').includes(i.value)))
  const src = texts.map(t=>({key:t.key,text:t.q,cited:cited.includes(t)}))
  const t0=performance.now()
  const res = judgedQuotations(r.text).map(q=>classifyQuotation(q.text,src))
  const got = res[0]?.class ?? 'none'
  const half=split.get(r)
  conf[half+' '+r.label+'→'+got]=(conf[half+' '+r.label+'→'+got]??0)+1
  if (got!==r.label && half==='tuned' ) console.log(half,r.label,'→',got,r.source,JSON.stringify(res.slice(0,2)),r.text.slice(0,200))
}
console.log(conf)
