import { TriangleAlert } from 'lucide-react'
import { printable } from '#values/text/printable.ts'
import type { ShownTransaction } from '#contract/signing/calls.ts'
import type { OutputSummary } from '#contract/signing/transactions.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { Amount } from './amount.tsx'
import { countEqual } from './count-equal.ts'
import { whose, type Whose } from './effects.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.outputs
const groups: readonly Whose[] = ['others', 'own', 'book', 'source']

/** Outputs that leave come first. Every output is listed; equal ones are counted. */
export const OutputsSheet = ({ transaction }: { readonly transaction: ShownTransaction }) => {
  const { outputs } = transaction.summary
  const byWhose = Map.groupBy(outputs, whose)
  return (
    <Sheet title={words.title}>
      {outputs.length === 0 && <p className={ui['dimmed']}>{words.none}</p>}
      {groups.map((group) => {
        const some = byWhose.get(group) ?? []
        return some.length === 0 ? null : (
          <div key={group} className={styles['group']} data-group={group}>
            <h3 className={`${ui['heading']} ${styles['groupTitle']}`}>{words[group]}</h3>
            <ul className={`${ui['tight']} ${styles['lines']}`}>
              {countEqual(some).map(({ key, item, times }) => (
                <li key={key}>
                  {times > 1 && <strong>{words.alike(times)}</strong>}
                  <Output output={item} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </Sheet>
  )
}

export const Output = ({ output }: { readonly output: OutputSummary }) => {
  const { address, lovelace, assets, leaving, hasForeignStake } = output
  const notes = notesOf(output)
  return (
    <>
      <Amount lovelace={lovelace} assets={assets} />
      <span className={styles['whole']}>
        <Hash whole value={address} what={words.address} onCopy={copy} />
      </span>
      {leaving !== null && !isAll(output) && (
        <div className={styles['part']}>
          <span>{words.ofThisLeaves}</span>
          <Amount {...leaving} />
        </div>
      )}
      {hasForeignStake && (
        <StatusBadge tone="warn" icon={TriangleAlert}>
          {words.foreignStake}
        </StatusBadge>
      )}
      {notes.length > 0 && (
        <ul className={styles['notes']}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Nothing of the output returns to where its inputs came from. */
const isAll = ({ leaving, lovelace, assets }: OutputSummary): boolean =>
  leaving !== null &&
  leaving.lovelace === lovelace &&
  JSON.stringify(leaving.assets) === JSON.stringify(assets)

const notesOf = ({
  bookLabel,
  label,
  isScript,
  datum,
  hasReferenceScript,
}: OutputSummary): readonly string[] => [
  ...(bookLabel === null ? [] : [words.bookLabel(printable(bookLabel))]),
  ...(label === null ? [] : [words.label(printable(label))]),
  ...(isScript ? [words.script] : []),
  ...(datum === 'none' ? [] : [words.datum[datum]]),
  ...(hasReferenceScript ? [words.referenceScript] : []),
]
