/**
 * The editor as one types: everything typed is kept within two seconds, on the server or, without
 * connection or session, in this browser. Citations and claims are checked beside the text.
 */
import { areSameWords, makeKeeping } from '../client/keeping.ts'
import { openIsland } from './island.mjs'

const TIMES = { annotateMs: 2_500, previewMs: 500, findMs: 250 }

const form = document.getElementById('editor')
const data = form.dataset
const text = form.elements.namedItem('text')
const state = document.getElementById('editor-state')
const panel = document.getElementById('panel')
const windowId = form.elements.namedItem('window').value
const storageKey = `pandect-desk ${data.person} ${data.subject}`

// Markup comes from our own server, where every word is escaped.
const policy = globalThis.trustedTypes?.createPolicy('desk-editor', { createHTML: (html) => html })
const show = (element, html) => {
  element.innerHTML = policy === undefined ? html : policy.createHTML(html)
}

let csrf = form.elements.namedItem('csrf').value

/* ───────── the form ───────── */

const value = (name) => form.elements.namedItem(name)?.value ?? ''
const values = (name) =>
  [...form.querySelectorAll(`[name="${name}"]`)]
    .filter((one) => one.type !== 'checkbox' || one.checked)
    .map((one) => one.value)

const headnotes = () =>
  [...form.querySelectorAll('textarea[name^="headnote-"][name$="-summary"]')].map((one) => {
    const sequence = Number(one.name.split('-')[1])
    return {
      sequence,
      summary: one.value,
      sourceText: value(`headnote-${sequence}-sourceText`),
      legalRuleType: value(`headnote-${sequence}-legalRuleType`),
    }
  })

const LINES = [
  'title',
  'abstract',
  'contentType',
  'doctrineSubtype',
  'language',
  'licence',
  'author',
]
/** Words that this browser kept and that have no field on this page, until the server has them. */
let restored = {}
const members = () => ({
  slug: value('slug') || (data.subject.startsWith('text/') ? data.subject.slice(5) : ''),
  ...Object.fromEntries(LINES.map((name) => [name, value(name)])),
  sourceUrl: value('sourceUrl'),
  publishedAt: value('publishedAt'),
  jurisdiction: values('jurisdiction'),
  legalDomain: values('legalDomain'),
  headnotes: headnotes(),
  concepts: values('concepts'),
  ...restored,
})

/* ───────── what the person sees ───────── */

const SAID = ['clean', 'typing', 'saving', 'kept', 'offline', 'expired', 'otherWindow', 'unsent']
/** They come and go while somebody types: read aloud, they would drown what is typed. */
const QUIET = ['clean', 'typing', 'saving', 'kept']
const say = (name, ...more) => {
  if (!SAID.includes(name) || (state.dataset.state === name && more.length === 0)) return
  const isBack = QUIET.includes(name) && !QUIET.includes(state.dataset.state || name)
  state.setAttribute('aria-live', QUIET.includes(name) && !isBack ? 'off' : 'polite')
  state.dataset.state = name
  state.replaceChildren(data[`say${name[0].toUpperCase()}${name.slice(1).toLowerCase()}`], ...more)
}
const button = (label, act) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'small'
  made.textContent = label
  made.addEventListener('click', act)
  return made
}
const link = (label, href) => {
  const made = document.createElement('a')
  made.textContent = label
  made.href = href
  made.target = '_blank'
  made.rel = 'noopener'
  return made
}

/* ───────── this browser, where the server does not answer ───────── */

const keepHere = (kept) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...kept, at: Date.now() }))
  } catch {
    // The storage is full or forbidden: the page itself still has the words.
  }
}
const keptHere = () => {
  try {
    return JSON.parse(localStorage.getItem(storageKey))
  } catch {
    return null
  }
}
const forgetHere = () => {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept.
  }
}

/* ───────── sending ───────── */

const send = async (path, body) => {
  const answer = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: body === undefined ? {} : { 'content-type': 'application/json', 'x-csrf': csrf },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const isOurs = answer.headers.get('content-type')?.startsWith('application/json') === true
  if (isOurs) return { status: answer.status, body: await answer.json() }
  // A redirection to sign in, or a form that has expired.
  const hasExpired = answer.type === 'opaqueredirect' || [401, 403].includes(answer.status)
  return { status: hasExpired ? 401 : answer.status, body: {} }
}

/** Somebody signed in again in another window: the same person goes on. */
const renewSession = async () => {
  const { status, body } = await send(data.session)
  if (status !== 200 || body.person !== data.person) return false
  csrf = body.csrf
  form.elements.namedItem('csrf').value = csrf
  return true
}

const baseField = () => {
  const known = form.elements.namedItem('base')
  if (known !== null) return known
  const made = document.createElement('input')
  made.type = 'hidden'
  made.name = 'base'
  form.prepend(made)
  return made
}

/* Where the island can't open, the field stays. */
const openText = () => {
  try {
    return openIsland(text, {
      controlName: data.sayControl,
      onInput: () => keeping.noteTyping(),
    })
  } catch {
    return {
      text: () => text.value,
      setText: (words) => {
        text.value = words
      },
      caret: () => text.selectionStart,
      select: (start, end) => goTo(text, start, end),
      show: () => undefined,
    }
  }
}
/** The field has what is typed before anything but this script reads it. */
const mirror = () => {
  const words = island.text()
  if (text.value !== words) text.value = words
}
const wellFormed = (words) => words.toWellFormed?.() ?? words
const typed = () => ({ text: wellFormed(island.text()), members: members() })
const MORE = {
  expired: () => [' ', link(data.saySignin, data.signIn)],
  otherWindow: () => [
    ' ',
    button(data.sayTakeover, () => keeping.takeOver()),
    button(data.sayReload, () => {
      forgetHere()
      location.reload()
    }),
  ],
}
const keeping = makeKeeping(
  {
    window: windowId,
    typed,
    post: (save) => send(data.scratch, { subject: data.subject, save }),
    renewSession,
    keepHere,
    forgetHere,
    say: (name) => say(name, ...(MORE[name]?.() ?? [])),
    accepted: ({ sequence, base }) => {
      form.elements.namedItem('sequence').value = String(sequence)
      if (base !== null) baseField().value = base
      // The page has no fields for them: the server makes it anew.
      if (Object.keys(restored).length > 0) location.reload()
    },
    onRound: () => {
      annotateSoon()
      previewSoon()
    },
    now: () => performance.now(),
    after: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
  },
  {
    text: text.value.replaceAll('\r\n', '\n'),
    textSha256: data.textSha256,
    members: JSON.stringify(members()),
    membersSha256: data.membersSha256,
    base: form.elements.namedItem('base')?.value ?? null,
    sequence: Number(form.elements.namedItem('sequence').value),
  },
)

const island = openText()

form.addEventListener('input', (event) => {
  if (event.target.name !== 'conceptQuery') keeping.noteTyping()
})
form.addEventListener('change', () => keeping.noteTyping())
addEventListener('online', () => keeping.sendNow())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return
  mirror()
  if (keeping.isKept()) return
  keeping.keepHere()
  keeping.sendNow()
})
form.addEventListener('submit', () => {
  mirror()
  keeping.hold()
})
// Back to a page that was left by its form, as the browser remembers it.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

/* Words of this browser that the server never got. */
const fill = (name, words) => {
  const field = form.elements.namedItem(name)
  if (field !== null) field.value = words
}
const isSameJson = (one, other) => JSON.stringify(one) === JSON.stringify(other)
const restore = (kept) => {
  island.setText(kept.text)
  const { headnotes: points = [], concepts = [], ...others } = kept.members
  for (const [name, words] of Object.entries(others)) {
    if (typeof words === 'string') fill(name, words)
    else
      for (const box of form.querySelectorAll(`input[type="checkbox"][name="${name}"]`))
        box.checked = words.includes(box.value)
  }
  for (const { sequence, ...parts } of points)
    for (const [name, words] of Object.entries(parts)) fill(`headnote-${sequence}-${name}`, words)
  restored = {
    ...(isSameJson(points, headnotes()) ? {} : { headnotes: points }),
    ...(isSameJson(concepts, values('concepts')) ? {} : { concepts }),
  }
}
const unsent = keptHere()
if (unsent !== null) {
  const here = keeping.stored()
  const isSame =
    areSameWords(unsent.text, here.text) && JSON.stringify(unsent.members) === here.members
  if (isSame) forgetHere()
  else
    say(
      'unsent',
      ' ',
      button(data.saySendunsent, () => {
        restore(unsent)
        keeping.restore(unsent.base ?? null)
      }),
      button(data.sayDropunsent, () => {
        forgetHere()
        say('clean')
      }),
    )
} else say('clean')

/* ───────── beside the text ───────── */

let annotating = null
const annotateSoon = () => {
  clearTimeout(annotating)
  annotating = setTimeout(annotate, TIMES.annotateMs)
}
const isInUse = () => panel.contains(document.activeElement)
async function annotate() {
  // The keyboard is on it: a change would take it away.
  if (isInUse()) return annotateSoon()
  try {
    const asked = { subject: data.subject, focus: island.caret() }
    const { status, body } = await send(data.annotations, asked)
    if (status !== 200 || isInUse()) return
    show(panel, body.html)
    island.show(body.marks)
    revealJumps()
  } catch {
    // Without a connection the last answer stays.
  }
}

/** The UTF-16 offset of a code point. */
const unitsOf = (words, points) => {
  let at = 0
  for (let left = points; left > 0 && at < words.length; left -= 1)
    at += words.codePointAt(at) > 0xffff ? 2 : 1
  return at
}
/** Scrolls a selection of a textarea into view, which browsers do for a caret alone. */
const goTo = (field, start, end) => {
  const whole = field.value
  field.focus()
  field.setSelectionRange(end, end)
  field.blur()
  field.focus()
  field.setSelectionRange(start, end)
  const share = whole.slice(0, start).split('\n').length / Math.max(1, whole.split('\n').length)
  const isSeen = field.scrollHeight <= field.clientHeight
  if (!isSeen) field.scrollTop = Math.max(0, share * field.scrollHeight - field.clientHeight / 2)
}
const revealJumps = () => {
  for (const one of document.querySelectorAll('button.jump')) one.hidden = false
}
panel.addEventListener('click', (event) => {
  const jump = event.target.closest('button.jump')
  if (jump === null) return
  const { member } = jump.dataset
  const field = form.elements.namedItem(member)
  if (field === null) return
  const words = member === 'text' ? island.text() : field.value
  const [start, end] = [jump.dataset.start, jump.dataset.end].map((at) =>
    unitsOf(words, Number(at)),
  )
  if (member === 'text') island.select(start, end)
  else goTo(field, start, end)
})
revealJumps()
annotateSoon()

/* ───────── the preview, beside the text ───────── */

const preview = document.getElementById('preview')
const previewed = document.getElementById('previewed')
const previewButton = form.querySelector('button[value="preview"]')
let previewing = null
const isPreviewed = () => !preview.hidden
const previewSoon = () => {
  clearTimeout(previewing)
  if (isPreviewed()) previewing = setTimeout(showPreview, TIMES.previewMs)
}
async function showPreview() {
  try {
    previewed.setAttribute('aria-busy', 'true')
    const asked = { subject: data.subject, focus: island.caret() }
    const { status, body } = await send(data.preview, asked)
    if (status !== 200 || !isPreviewed()) return
    show(previewed, body.html)
    followCaret()
  } catch {
    // Without a connection the last answer stays.
  } finally {
    previewed.removeAttribute('aria-busy')
  }
}
/** Beside the text where there is room, else below it. */
const wide = matchMedia('(min-width: 68rem)')
const beside = panel.parentElement
const placePreview = () => {
  if (wide.matches) beside.prepend(preview)
  else form.querySelector('.save').after(preview)
  // What scrolls by itself is scrolled with the keyboard, too.
  beside.tabIndex = wide.matches ? 0 : -1
}
/** Where in the height of what is beside the text the line of the caret is put. */
const CARET_SHARE = 1 / 3
/** Shows the line that somebody types in, where it is out of sight. */
function followCaret() {
  if (!wide.matches || !document.activeElement?.classList.contains('island')) return
  const points = Array.from(island.text().slice(0, island.caret())).length
  const lines = [...previewed.querySelectorAll('[data-start]')]
  const line = lines.findLast((one) => Number(one.dataset.start) <= points)
  if (line === undefined) return
  const { clientHeight } = beside
  const from = line.getBoundingClientRect().top - beside.getBoundingClientRect().top
  if (from < 0 || from + line.offsetHeight > clientHeight)
    beside.scrollTop += from - clientHeight * CARET_SHARE
}
wide.addEventListener('change', placePreview)
placePreview()
const setPreviewed = (isShown) => {
  preview.hidden = !isShown
  previewButton.setAttribute('aria-expanded', String(isShown))
}
previewButton.setAttribute('aria-controls', preview.id)
setPreviewed(isPreviewed())
const openPreview = async () => {
  await keeping.keep()
  await showPreview()
  preview.scrollIntoView({ block: 'nearest' })
}
previewButton.addEventListener('click', (event) => {
  event.preventDefault()
  setPreviewed(!isPreviewed())
  if (isPreviewed()) void openPreview()
})

/* What people press to save is no page to be stored. */
const isSaving = ({ ctrlKey, metaKey, altKey, shiftKey, key }) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 's'
document.addEventListener(
  'keydown',
  (event) => {
    if (!isSaving(event)) return
    event.preventDefault()
    form.requestSubmit(form.querySelector('.save button[value="save"]'))
  },
  // Before the text keeps it to itself.
  { capture: true },
)

/* Concepts as one types. */
const query = form.elements.namedItem('conceptQuery')
const found = document.getElementById(query.dataset.found)
let finding = null
const find = async () => {
  const asked = query.value
  try {
    const path = `${data.concepts}?${new URLSearchParams({ find: asked })}`
    const { status, body } = await send(path)
    if (status === 200 && query.value === asked) show(found, body.html)
  } catch {
    // The button searches, too.
  }
}
query.addEventListener('input', () => {
  clearTimeout(finding)
  finding = setTimeout(find, TIMES.findMs)
})
// Without a script Enter in this field sends the form as a search; in any other field it saves.
form.querySelector('button[value="enter"]').value = 'save'
query.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return
  event.preventDefault()
  clearTimeout(finding)
  void find()
})
