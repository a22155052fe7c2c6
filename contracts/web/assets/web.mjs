/** What pages can do better with JavaScript: copy a key, and tell the reader that it was copied. */

const SHOWN_MS = 3_000

for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies)
  const status = document.getElementById(button.dataset.status)
  if (source === null || status === null || navigator.clipboard === undefined) continue
  button.hidden = false
  const say = () => {
    status.textContent = button.dataset.copied
    setTimeout(() => (status.textContent = ''), SHOWN_MS)
  }
  // Not allowed to copy: the key is selected, so that a keystroke does it.
  const select = () => getSelection()?.selectAllChildren(source)
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(source.textContent.trim()).then(say, select)
  })
}

// After a refused form, the reader starts at what was wrong.
document.querySelector('[role="alert"][tabindex]')?.focus()
