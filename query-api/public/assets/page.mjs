/** What the page of a text can do better with JavaScript: recompute a hash, share a passage. */

const HEX = 16
const hexOf = (bytes) =>
  [...new Uint8Array(bytes)].map((one) => one.toString(HEX).padStart(2, '0')).join('')

for (const button of document.querySelectorAll('button[data-recomputes]')) {
  const status = document.getElementById('recomputed')
  if (status === null || globalThis.crypto?.subtle === undefined) continue
  button.hidden = false
  const { recomputes, hash, right, wrong, failed } = button.dataset
  const recompute = async () => {
    const answer = await fetch(recomputes)
    if (!answer.ok) throw new Error('no canonical form')
    const digest = hexOf(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()))
    status.textContent = digest === hash ? right : wrong
  }
  button.addEventListener('click', () => {
    recompute().catch(() => (status.textContent = failed))
  })
}

const DIRECTIVE_WORDS = 5
const WHOLE_WORDS = 12
const encoded = (words) => encodeURIComponent(words.join(' ')).replaceAll('-', '%2D')
const directiveOf = (text) => {
  const words = text.trim().split(/\s+/u)
  return words.length <= WHOLE_WORDS
    ? encoded(words)
    : `${encoded(words.slice(0, DIRECTIVE_WORDS))},${encoded(words.slice(-DIRECTIVE_WORDS))}`
}

const sharing = document.getElementById('share')
const reading = document.querySelector('.reading')
if (sharing !== null && reading !== null && navigator.clipboard !== undefined) {
  const status = document.getElementById('share-status')
  let selected = ''
  document.addEventListener('selectionchange', () => {
    const selection = getSelection()
    const text = selection?.toString().trim() ?? ''
    const isWithin =
      selection !== null &&
      reading.contains(selection.anchorNode) &&
      reading.contains(selection.focusNode)
    if (isWithin && text.length > 2) selected = text
    // A press of the button takes the selection away, not the words that it shares.
    if (document.activeElement !== sharing) sharing.hidden = !(isWithin && text.length > 2)
  })
  const share = async () => {
    const address = `${sharing.dataset.address}#:~:text=${directiveOf(selected)}`
    const quoted =
      document.documentElement.lang === 'fr' ? `«\u00a0${selected}\u00a0»` : `“${selected}”`
    await navigator.clipboard.writeText(`${quoted}\n${sharing.dataset.title}\n${address}`)
    status.textContent = sharing.dataset.shared
  }
  sharing.addEventListener('click', () => {
    // Not allowed to copy: the words stay selected.
    share().catch(() => undefined)
  })
}
