/**
 * What the desk can do better with JavaScript: keys, a comment on selected words, dropped files.
 */

const isTyping = ({ target }) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], dialog') !== null

/* The list of keys becomes a dialogue. */
const details = document.getElementById('keys')
let dialog = null
if (details !== null) {
  dialog = document.createElement('dialog')
  dialog.className = 'keys'
  dialog.setAttribute('aria-labelledby', 'keys-title')
  const title = document.createElement('h2')
  title.id = 'keys-title'
  title.textContent = details.querySelector('summary').textContent
  const form = document.createElement('form')
  form.method = 'dialog'
  const close = document.createElement('button')
  close.className = 'quiet small'
  close.textContent = details.dataset.close
  form.append(close)
  dialog.append(title, ...[...details.children].slice(1).map((one) => one.cloneNode(true)), form)
  document.body.append(dialog)
}

const rows = () => [...document.querySelectorAll('a.row-link')]
const step = (by) => {
  const links = rows()
  const next =
    links[Math.min(links.length - 1, Math.max(0, links.indexOf(document.activeElement) + by))]
  next?.focus()
}

const KEYS = {
  '?': () => dialog?.showModal(),
  '/': () => {
    const search = document.querySelector('form[role="search"] input')
    if (search === null) document.querySelector('[data-key="t"]')?.click()
    else search.focus()
  },
  j: () => step(1),
  k: () => step(-1),
  c: () => commentOnSelection(),
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  const act = KEYS[event.key]
  const link = /^[a-z]$/.test(event.key)
    ? document.querySelector(`[data-key="${event.key}"]`)
    : null
  if (act === undefined && link === null) return
  event.preventDefault()
  if (act === undefined) link.click()
  else act()
})

/* Words that were selected in the text are what a comment is about. */
const words = document.getElementById('selection-words')
const wording = document.querySelector('.wording[data-commentable]')
const form = words === null ? null : document.getElementById(words.dataset.target)

const selected = () => {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || wording === null) return null
  const range = selection.getRangeAt(0)
  if (!wording.contains(range.startContainer) || !wording.contains(range.endContainer)) return null
  const text = selection.toString().trim()
  return text === '' ? null : { range, text }
}

/** The place of the selection in the text, in code points. */
const placeOf = ({ range }) => {
  const container = range.startContainer
  const line = (container instanceof Element ? container : container.parentElement).closest(
    '[data-start]',
  )
  if (line === null) return ''
  const before = document.createRange()
  before.setStart(line, 0)
  before.setEnd(range.startContainer, range.startOffset)
  return String(Number(line.dataset.start) + [...before.toString()].length)
}

function commentOnSelection() {
  const found = selected()
  if (form === null) return
  const quote = form.querySelector('[name="quote"]')
  if (found !== null) {
    quote.value = found.text
    form.querySelector('[name="near"]').value = placeOf(found)
  }
  button.hidden = true
  const body = form.querySelector('[name="body"]')
  body.scrollIntoView({ block: 'center' })
  body.focus({ preventScroll: true })
}

const button = document.createElement('button')
button.type = 'button'
button.className = 'small comment-here'
button.hidden = true
if (form !== null && wording !== null) {
  button.textContent = words.dataset.button
  document.body.append(button)
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', commentOnSelection)
  document.addEventListener('selectionchange', () => {
    const found = selected()
    button.hidden = found === null
    if (found === null) return
    const box = found.range.getBoundingClientRect()
    button.style.setProperty('top', `${scrollY + box.bottom + 6}px`)
    button.style.setProperty('left', `${Math.min(scrollX + box.left, innerWidth - 260)}px`)
  })
}

/* Files may be dropped where they are chosen. */
for (const place of document.querySelectorAll('.drop')) {
  const input = place.querySelector('input[type="file"]')
  place.addEventListener('dragover', (event) => {
    event.preventDefault()
    place.classList.add('over')
  })
  place.addEventListener('dragleave', () => place.classList.remove('over'))
  place.addEventListener('drop', (event) => {
    event.preventDefault()
    place.classList.remove('over')
    input.files = event.dataTransfer.files
    input.dispatchEvent(new Event('change'))
  })
}
