import { Fragment } from 'react'
import { text } from '#renderer/text/en.ts'
import styles from './updates.module.css'
import ui from '#renderer/ui/parts.module.css'

/** A heading with what stands below it, as a section of CHANGELOG.md has them. */
export type NotesPart = {
  readonly heading: string | undefined
  readonly sentences: readonly string[]
  readonly items: readonly string[]
}

/**
 * The headings, items and sentences of release notes. Other Markdown stays as it is typed: the
 * notes are words of somebody else, and nothing in them becomes a link or an image.
 */
export const notesParts = (notes: string): readonly NotesPart[] => {
  const parts: { heading: string | undefined; sentences: string[]; items: string[] }[] = [
    { heading: undefined, sentences: [], items: [] },
  ]
  for (const line of notes.split('\n').map((line) => line.trim())) {
    const part = parts.at(-1)
    if (line === '' || part === undefined) continue
    const heading = /^#{1,6} +(?<words>.*)$/u.exec(line)?.groups?.['words']
    if (heading !== undefined) parts.push({ heading, sentences: [], items: [] })
    else if (/^[-*] /u.test(line)) part.items.push(line.slice(2))
    else part.sentences.push(line)
  }
  return parts.filter(
    ({ heading, sentences, items }) =>
      heading !== undefined || sentences.length > 0 || items.length > 0,
  )
}

export const ReleaseNotes = ({ notes }: { readonly notes: string }) => (
  <div
    className={styles['notes']}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    tabIndex={0}
    role="region"
    aria-label={text.settings.updates.notes}
  >
    {notesParts(notes).map(({ heading, sentences, items }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- nothing moves in a release's notes
      <Fragment key={index}>
        {heading !== undefined && <h4>{heading}</h4>}
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {items.length > 0 && (
          <ul className={ui['bullets']}>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </Fragment>
    ))}
  </div>
)
