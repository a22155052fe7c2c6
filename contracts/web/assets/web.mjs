/** What pages can do better with JavaScript: copy a key, send a form once, say what was done. */

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

/*
 * A form is sent once, also by a double click. After a while it may be sent again, since the answer
 * may never come.
 */
const RESEND_MS = 10_000
document.addEventListener('submit', (event) => {
  const form = event.target
  if (event.defaultPrevented || form.method !== 'post') return
  if (form.dataset.sent !== undefined) return event.preventDefault()
  form.dataset.sent = ''
  setTimeout(() => delete form.dataset.sent, RESEND_MS)
})
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent
})

// What was done is there when the page opens: screen readers tell of what changes after it.
const SAID_MS = 500
const said = document.querySelector('main .done[role="status"] > p')
if (said !== null)
  setTimeout(
    () => said.replaceChildren(...[...said.childNodes].map((one) => one.cloneNode(true))),
    SAID_MS,
  )

// After a refused form, the reader starts at what was wrong.
document.querySelector('[role="alert"][tabindex]')?.focus()
