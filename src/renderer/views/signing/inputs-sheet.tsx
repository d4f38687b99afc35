import { TriangleAlert } from 'lucide-react'
import type { ShownTransaction } from '#contract/signing/calls.ts'
import type { InputSummary } from '#contract/signing/transactions.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { Amount } from './amount.tsx'
import { countEqual } from './count-equal.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.inputs

export const InputsSheet = ({
  transaction: {
    summary: { inputs, referenceInputs },
  },
}: {
  readonly transaction: ShownTransaction
}) => (
  <Sheet title={words.title}>
    <Inputs inputs={inputs} />
    {referenceInputs.length > 0 && (
      <div className={styles['group']}>
        <h3 className={`${ui['heading']} ${styles['groupTitle']}`}>{words.onlyRead}</h3>
        <Inputs inputs={referenceInputs} />
      </div>
    )}
  </Sheet>
)

/** Every input in full. Stated contents never look like proved ones. */
export const Inputs = ({ inputs }: { readonly inputs: readonly InputSummary[] }) => (
  <ul className={`${ui['tight']} ${styles['lines']}`}>
    {countEqual(inputs).map(({ key, item, times }) => (
      <li key={key}>
        {times > 1 && <strong>{words.alike(times)}</strong>}
        <Input input={item} />
      </li>
    ))}
  </ul>
)

const Input = ({ input }: { readonly input: InputSummary }) => {
  const { txId, index, source } = input
  const isProved = source !== null && source !== 'stated'
  return (
    <>
      {!isProved && (
        <StatusBadge tone="warn" icon={TriangleAlert}>
          {words.unproved}
        </StatusBadge>
      )}
      {isProved ? <Contents input={input} /> : source === 'stated' && <Statement input={input} />}
      <span className={styles['whole']}>
        <span className={ui['dimmed']}>{words.reference}</span>{' '}
        <Hash whole value={`${txId}#${index}`} what={words.reference} onCopy={copy} />
      </span>
    </>
  )
}

const Contents = ({ input: { address, lovelace, assets } }: { readonly input: InputSummary }) =>
  address === null || lovelace === null ? null : (
    <>
      <Amount lovelace={lovelace} assets={assets ?? []} />
      <span className={styles['whole']}>
        <Hash whole value={address} what={text.signing.outputs.address} onCopy={copy} />
      </span>
    </>
  )

const Statement = ({ input }: { readonly input: InputSummary }) => (
  <div className={styles['part']}>
    <span>{words.stated}</span>
    <Contents input={input} />
  </div>
)
