import { KeyRound } from 'lucide-react'
import type { ShownTransaction } from '../../../shared/calls/signing.ts'
import type { AssetAmount, InputFacts, OutputFacts } from '../../../shared/transactions.ts'
import { copy } from '../../stores/copy.ts'
import { text } from '../../text/en.ts'
import { Sheet } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Ada, Hash } from '../../ui/text-parts.tsx'
import { Tooltip } from '@mantine/core'
import { assetText } from './asset-text.ts'
import { whose, type Whose } from './effects.ts'
import { FewOfMany } from './few-of-many.tsx'
import styles from './signing.module.css'

const words = text.signing.outputs
const groups: readonly Whose[] = ['others', 'own', 'book', 'source']

type OfTransaction = { readonly transaction: ShownTransaction }

/** Payments to others first: those are what cannot be taken back. */
export const OutputsSheet = ({ transaction }: OfTransaction) => {
  const { outputs } = transaction.summary
  const byWhose = Map.groupBy(outputs, whose)
  return (
    <Sheet title={words.title}>
      {outputs.length === 0 && <p className={styles['soft']}>{words.none}</p>}
      {groups.map((group) => {
        const some = byWhose.get(group) ?? []
        return some.length === 0 ? null : (
          <div key={group} className={styles['group']} data-group={group}>
            <h3 className={styles['groupTitle']}>{words[group]}</h3>
            <FewOfMany items={some} few={8}>
              {(shown) => (
                <ul className={styles['lines']}>
                  {shown.map((output, at) => (
                    // Two outputs may be alike in everything; their order is part of the transaction.
                    // oxlint-disable-next-line react/no-array-index-key
                    <li key={at}>
                      <Output output={output} isOwn={group === 'own'} />
                    </li>
                  ))}
                </ul>
              )}
            </FewOfMany>
          </div>
        )
      })}
    </Sheet>
  )
}

const Output = ({ output, isOwn }: { readonly output: OutputFacts; readonly isOwn: boolean }) => {
  const { address, label, isScript, lovelace, assets, datum, hasReferenceScript } = output
  const notes = [
    ...(label === null ? [] : [words.label(label)]),
    ...(isScript ? [words.script] : []),
    ...(datum === 'none' ? [] : [words.datum]),
    ...(hasReferenceScript ? [words.referenceScript] : []),
  ]
  return (
    <>
      <span className={styles['amount']}>
        <Ada lovelace={lovelace} />
        <Tokens assets={assets} />
      </span>
      <Hash value={address} what={words.address} onCopy={copy} />
      {isOwn && (
        <State tone="good" icon={<KeyRound size={12} aria-hidden />}>
          {words.ownMark}
        </State>
      )}
      {notes.length > 0 && <span className={styles['soft']}>{notes.join('. ')}</span>}
    </>
  )
}

const Tokens = ({ assets }: { readonly assets: readonly AssetAmount[] }) => {
  if (assets.length === 0) return null
  const names = assets.map(assetText)
  return names.length <= 2 ? (
    <span> + {names.join(', ')}</span>
  ) : (
    <Tooltip label={names.join(', ')}>
      <span> {words.tokens(names.length)}</span>
    </Tooltip>
  )
}

export const InputsSheet = ({ transaction: { summary } }: OfTransaction) => (
  <Sheet title={text.signing.inputs.title}>
    <FewOfMany items={summary.inputs} few={5}>
      {(shown) => (
        <ul className={styles['lines']}>
          {shown.map((input) => (
            <li key={`${input.txId}#${input.index}`}>
              <Input input={input} />
            </li>
          ))}
        </ul>
      )}
    </FewOfMany>
  </Sheet>
)

const Input = ({ input }: { readonly input: InputFacts }) => {
  const { txId, index, address, lovelace, assets, source } = input
  const inputWords = text.signing.inputs
  if (address === null || lovelace === null)
    return (
      <>
        <span className={styles['amount']}>{inputWords.unknown}</span>
        <Hash value={`${txId}#${index}`} what={inputWords.reference} onCopy={copy} />
      </>
    )
  return (
    <>
      <span className={styles['amount']}>
        <Ada lovelace={lovelace} />
        <Tokens assets={assets ?? []} />
      </span>
      <Hash value={address} what={words.address} onCopy={copy} />
      {source === 'stated' && <span className={styles['soft']}>{inputWords.told}</span>}
    </>
  )
}
