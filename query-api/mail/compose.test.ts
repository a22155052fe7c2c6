import { expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { Slug } from '#contracts/ids.ts'
import { composeMail } from './compose.ts'

const deps = { pepper: 'p'.repeat(32), publicUrl: 'https://pandect.example' }
const digest = (name: string) =>
  composeMail(deps, '<msg_1@pandect.example>', {
    kind: 'digest',
    addressId: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0001',
    email: EmailAddress.parse('a@example.org'),
    language: 'en',
    parts: [
      {
        searchId: 's',
        name,
        matched: [Slug.parse('a-b')],
        unmatched: [Slug.parse('c-d')],
        more: 2,
      },
    ],
  })

test('the name of a search makes neither a header, nor a line, nor markup of its own', () => {
  const mail = digest('Rent\r\nBcc: x@example.org\u2028<script>alert(1)</script>')
  expect(mail.subject).toBe('Pandect: 4 texts in your saved searches')
  expect(mail.text.split(/[\r\n\u2028]+/u)).toContain(
    'Rent Bcc: x@example.org <script>alert(1)</script>',
  )
  expect(mail.html).not.toContain('<script>')
  expect(mail.text).toContain('and 2 more')
})
