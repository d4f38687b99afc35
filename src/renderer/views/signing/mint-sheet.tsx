import { Box } from '@mantine/core'
import { useMemo } from 'react'
import type { MintedAssets } from '#contract/signing/transactions.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { ConditionTree } from '../policies/condition-tree.tsx'
import { conditionOf } from '../policies/conditions.ts'
import { AssetNames } from './amount.tsx'
import { quantitiesOf } from './effects.ts'
import styles from './signing.module.css'
import type { RequestSheetProps } from './request-sheet-props.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.mint

/** Each policy that something is minted under, with what it asks for. */
export const MintSheet = ({ shown, transaction }: RequestSheetProps) => {
  const { mint } = transaction.summary
  if (mint.length === 0) return null
  return (
    <Sheet title={words.title}>
      {mint.map((one) => (
        <div key={one.policyId} className={styles['group']}>
          <h3 className={`${ui['heading']} ${styles['groupTitle']}`}>
            {shown.policyNames[one.policyId] ?? counted(one)}
          </h3>
          {shown.policyNames[one.policyId] !== undefined && <div>{counted(one)}</div>}
          <AssetNames assets={one.assets} />
          <Box mt="xs">
            <Hash whole value={one.policyId} what={words.policy} onCopy={copy} />
          </Box>
          <Conditions mint={one} shown={shown} transaction={transaction} />
        </div>
      ))}
    </Sheet>
  )
}

const counted = ({ assets }: MintedAssets): string => {
  const { minted, burned } = quantitiesOf(assets)
  return [
    ...(minted > 0 ? [words.tokens(minted)] : []),
    ...(burned > 0 ? [words.burned(burned)] : []),
  ].join(', ')
}

const Conditions = ({
  mint: { script },
  shown,
  transaction,
}: RequestSheetProps & { readonly mint: MintedAssets }) => {
  const now = useNow()
  const { network } = shown.entry
  const { keysHere } = transaction
  const condition = useMemo(
    () =>
      script === null || network === null
        ? undefined
        : conditionOf(script, { network, keysHere: new Set(keysHere), now }),
    [script, network, keysHere, now],
  )
  if (script === null) return <p className={ui['dimmed']}>{words.noScript}</p>
  if (condition === undefined) return null
  return (
    <>
      <h4 className={styles['smallTitle']}>{words.conditions}</h4>
      <ConditionTree condition={condition} />
    </>
  )
}
