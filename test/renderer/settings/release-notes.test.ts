import { expect, it } from 'vitest'
import { notesParts } from '#renderer/views/settings/updates/release-notes.tsx'

it('reads headings, items and sentences of release notes, and leaves other Markdown as typed', () => {
  const notes =
    'Read this first.\n\n### Added\n- One.\n* [Two](https://evil.example)\n\n### Fixed\n'
  expect(notesParts(notes)).toEqual([
    { heading: undefined, sentences: ['Read this first.'], items: [] },
    { heading: 'Added', sentences: [], items: ['One.', '[Two](https://evil.example)'] },
    { heading: 'Fixed', sentences: [], items: [] },
  ])
  expect(notesParts('')).toEqual([])
})
