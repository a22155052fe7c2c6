/**
 * CodeMirror in place of the field of the text: it draws what is in view, so that 2 MB stay usable,
 * and colours citations and claims. The field itself is what the form sends, and what is left
 * without script.
 */
import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  showTooltip,
} from '@codemirror/view'

/** How far words may have moved while they were judged, in UTF-16 units. */
const MOVED_MAX = 4_000

/* ───────── what was found out about the words ───────── */

const setMarks = StateEffect.define()
const marks = StateField.define({
  create: () => Decoration.none,
  update: (shown, change) => {
    const given = change.effects.find((effect) => effect.is(setMarks))
    return given === undefined ? shown.map(change.changes) : given.value
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** The place of a mark in a text that was typed on meanwhile; null: its words are gone. */
const placeOf = (doc, { start, end, words }) => {
  const length = end - start
  if (doc.sliceString(start, start + words.length) === words) return { from: start, to: end }
  const from = Math.max(0, start - MOVED_MAX)
  const around = doc.sliceString(from, start + length + MOVED_MAX)
  const middle = start - from
  const found = [around.indexOf(words, middle), around.lastIndexOf(words, middle)]
    .filter((at) => at >= 0)
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  return found.length === 0 ? null : { from: from + found[0], to: from + found[0] + length }
}

const decorationsOf = (doc, list) =>
  Decoration.set(
    list.flatMap((mark) => {
      const place = placeOf(doc, mark)
      if (place === null || place.to > doc.length || place.from >= place.to) return []
      const { kind, look, reason } = mark
      return [Decoration.mark({ class: `${kind} ${look}`, reason }).range(place.from, place.to)]
    }),
    true,
  )

const tooltipAt = (state, position) => {
  const found = []
  state.field(marks).between(position, position, (from, to, { spec }) => {
    found.push({ from, to, reason: spec.reason })
  })
  if (found.length === 0) return null
  return {
    pos: Math.max(...found.map(({ from }) => from)),
    end: Math.min(...found.map(({ to }) => to)),
    above: true,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'reasons'
      for (const { reason } of found) {
        const line = document.createElement('p')
        line.textContent = reason
        dom.append(line)
      }
      return { dom }
    },
  }
}

const closeReasons = StateEffect.define()
/** The reason for the words that the caret is in, until somebody types or presses Escape. */
const reasons = StateField.define({
  create: () => null,
  update: (shown, change) => {
    if (change.docChanged || change.effects.some((effect) => effect.is(closeReasons))) return null
    if (change.selection === undefined) return shown
    const { main } = change.newSelection
    return main.empty ? tooltipAt(change.state, main.head) : null
  },
  provide: (field) => showTooltip.from(field),
})
const close = (view) => {
  if (view.state.field(reasons) === null) return false
  view.dispatch({ effects: closeReasons.of(null) })
  return true
}

/* ───────── characters that nobody sees ───────── */

const BIDI = {
  0x61c: 'ALM',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
}
const specialCharacters = (name) =>
  highlightSpecialChars({
    addSpecialChars: /[\u202a-\u202e\u2060\u2066-\u2069]/g,
    render: (code, _, placeholder) => {
      const shown = document.createElement('span')
      shown.className = 'cm-specialChar'
      shown.textContent = BIDI[code] ?? placeholder
      const label = `${name} U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      shown.title = label
      shown.setAttribute('role', 'img')
      shown.setAttribute('aria-label', label)
      return shown
    },
  })

/* ───────── how it looks ───────── */

const line = (style, colour) => ({
  textDecoration: `underline ${style} ${colour}`,
  textDecorationThickness: '2px',
  textUnderlineOffset: '4px',
  textDecorationSkipInk: 'none',
})
const wash = (colour) => ({
  backgroundColor: `color-mix(in srgb, ${colour} 14%, transparent)`,
  borderRadius: '2px',
})
const LOOKS = {
  red: ['double', 'var(--danger)'],
  orange: ['dashed', 'var(--flag-orange, #9a4a00)'],
  yellow: ['dotted', 'var(--note)'],
  green: ['solid', 'var(--good)'],
  gray: ['dotted', 'var(--soft)'],
}
const theme = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--field)',
    borderRadius: '0.25rem',
    minHeight: '24rem',
    maxHeight: '75vh',
  },
  '&.cm-focused': {
    outline: '3px solid #f2a900',
    outlineOffset: '2px',
    boxShadow: '0 0 0 2px var(--ink)',
  },
  '&:has([aria-invalid])': { border: '2px solid var(--danger)' },
  '.cm-scroller': { font: 'inherit', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)', minHeight: '23rem' },
  '.cm-line': {
    padding: '0 0.75rem',
    unicodeBidi: 'plaintext',
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
  '.cm-specialChar': {
    padding: '0 0.2em',
    border: '1px solid currentColor',
    borderRadius: '0.2em',
    color: 'var(--danger)',
    fontSize: '0.75em',
    unicodeBidi: 'isolate',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '0.25rem',
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    boxShadow: '0 2px 8px rgb(0 0 0 / 25%)',
  },
  '.reasons': { maxWidth: '32rem', padding: '0.375rem 0.75rem' },
  '.reasons p': { margin: '0.25rem 0' },
  ...Object.fromEntries(
    Object.entries(LOOKS).flatMap(([look, [style, colour]]) => [
      [`.citation.${look}`, { ...line(style, colour), ...wash(colour) }],
      [`.claim.${look}`, line(style, colour)],
    ]),
  ),
})

/* ───────── the island ───────── */

const labelIn = (field) => field.labels[0] ?? null

/** What the field says about itself, inside the shadow root, where ids of the page mean nothing. */
const describe = (field, shadow) => {
  const described = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()
  if (described === '') return {}
  const hint = document.createElement('p')
  hint.id = 'hint'
  hint.hidden = true
  hint.textContent = described
  shadow.append(hint)
  return { 'aria-describedby': 'hint' }
}

/**
 * Opens in place of a field. `onInput` is called after each change. Nothing binds the tabulator:
 * it leaves the text, as it leaves the field.
 */
export const openIsland = (field, { controlName, onInput }) => {
  const host = document.createElement('div')
  host.className = 'island'
  // Styles of the editor are adopted by this root: the content policy allows none in the page.
  const shadow = host.attachShadow({ mode: 'open' })
  const label = labelIn(field)
  const hadFocus = document.activeElement === field
  const attributes = {
    'aria-label': label?.textContent?.trim() ?? '',
    spellcheck: String(field.spellcheck),
    autocapitalize: 'sentences',
    ...describe(field, shadow),
    ...(field.getAttribute('aria-invalid') === 'true' ? { 'aria-invalid': 'true' } : {}),
  }
  const view = new EditorView({
    root: shadow,
    parent: shadow,
    state: EditorState.create({
      doc: field.value,
      selection: hadFocus ? { anchor: field.selectionStart } : undefined,
      extensions: [
        history(),
        keymap.of([{ key: 'Escape', run: close }, ...standardKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorView.contentAttributes.of(attributes),
        specialCharacters(controlName),
        marks,
        reasons,
        hoverTooltip((shown, position) => tooltipAt(shown.state, position), { hideOnChange: true }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) onInput()
        }),
        EditorView.domEventHandlers({ blur: (_, shown) => void close(shown) }),
        theme,
      ],
    }),
  })
  // Keys of the page are not for those who type; seen from outside, the host is no field.
  host.addEventListener('keydown', (event) => event.stopPropagation())
  field.before(host)
  field.hidden = true
  label?.removeAttribute('for')
  label?.addEventListener('click', () => view.focus())
  for (const link of document.querySelectorAll(`a[href="#${field.id}"]`))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      view.focus()
    })
  if (hadFocus) view.focus()

  const known = { doc: null, text: '' }
  return {
    /** Joined once for each wording. */
    text: () => {
      const { doc } = view.state
      if (known.doc !== doc) Object.assign(known, { doc, text: doc.toString() })
      return known.text
    },
    setText: (text) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    /** UTF-16 offset of the caret. */
    caret: () => view.state.selection.main.head,
    select: (start, end) => {
      view.dispatch({
        selection: { anchor: start, head: end },
        effects: EditorView.scrollIntoView(start, { y: 'center' }),
      })
      view.focus()
    },
    show: (list) => {
      const { doc } = view.state
      view.dispatch({ effects: setMarks.of(decorationsOf(doc, list)) })
    },
  }
}
