/** Thirty manuscripts that try to run a script, to lose words or to take long. */
const KEPT = 'Sentinelle'
const repeat = (piece: string, units: number): string =>
  piece.repeat(Math.ceil(units / piece.length))
const MANUSCRIPT_UNITS = 2_000_000

/** Each has the word `Sentinelle`, which must be shown. */
export const HOSTILE: readonly (readonly [name: string, manuscript: string])[] = [
  ['a script', `${KEPT} <script>alert(1)</script>`],
  ['a script as a block', `<script>\nalert(1)\n</script>\n\n${KEPT}`],
  ['a script in a link', `[${KEPT}](<javascript:alert(1)>)`],
  ['a script in capitals', `[${KEPT}](JaVaScRiPt:alert(1))`],
  ['a script with entities', `[${KEPT}](&#106;avascript:alert(1))`],
  ['a script with a line end', `[${KEPT}](java\nscript:alert(1))`],
  ['a script with a tab', `[${KEPT}](java&Tab;script:alert(1))`],
  ['data in a link', `[${KEPT}](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`],
  ['vbscript', `[${KEPT}](vbscript:msgbox)`],
  ['a script in an autolink', `<javascript:alert(1)> ${KEPT}`],
  ['a script in a definition', `[${KEPT}][a]\n\n[a]: javascript:alert(1)`],
  ['an event of an image', `<img src=x onerror=alert(1)> ${KEPT}`],
  ['a broken image', `![${KEPT}](http://127.0.0.1:1/none.png "onload=alert(1)")`],
  ['an image that breaks out', `![${KEPT}"onerror="alert(1)](x" onerror="alert(1))`],
  ['SVG', `<svg onload=alert(1)><script>alert(1)</script></svg> ${KEPT}`],
  ['MathML', `<math><mtext><script>alert(1)</script></mtext></math> ${KEPT}`],
  ['a frame', `<iframe srcdoc="<script>alert(1)</script>"></iframe> ${KEPT}`],
  ['a style', `<style>body{background:url(javascript:alert(1))}</style> ${KEPT}`],
  ['a form that posts', `<form action=/desk/sign-out method=post><button>${KEPT}</form>`],
  ['a comment', `<!-- --><script>alert(1)</script> --> ${KEPT}`],
  ['a code fence that breaks out', `\`\`\`"><script>alert(1)</script>\n${KEPT}\n\`\`\``],
  [
    'a footnote that breaks out',
    `${KEPT}[^"><script>]\n\n[^"><script>]: <script>alert(1)</script>`,
  ],
  ['a table', `|a|b|\n|-|-|\n|<script>alert(1)</script>|${KEPT}|`],
  [
    'text pasted from a word processor',
    `<p class=MsoNormal style='mso-margin-top-alt:auto'><o:p></o:p><span lang=FR>${KEPT}</span></p>\n<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]-->`,
  ],
  ['null bytes', `${KEPT}\0\0 un\0 <scr\0ipt>alert(1)</script>`],
  ['marks of direction', `\u202E${KEPT}\u2066 gnp.exe\u202C \u200F`],
  ['combining marks', `${KEPT} ${repeat('e\u0301\u0489', 20_000)}`],
  ['10,000 headings', `${repeat('# Titre\n\n', 90_000)}# ${KEPT}`],
  ['a bomb of emphasis', `${repeat('*a **b ', 30_000)} ${KEPT}`],
  ['a bomb of brackets', `${KEPT} ${repeat('[', 50_000)}${repeat('](', 50_000)}`],
  ['a bomb of nested quotations', `${repeat('> ', 20_000)}${KEPT}`],
  ['a bomb of nested lists', `${repeat('- ', 4_000)}${KEPT}`],
  [
    '2 MB of paragraphs',
    `${KEPT}\n\n${repeat('Le bailleur délivre la chose.\n\n', MANUSCRIPT_UNITS)}`,
  ],
  ['2 MB of one line', `${KEPT} ${repeat('[a](b "c") *', MANUSCRIPT_UNITS)}`],
]
