import { FactsSheet } from './facts-sheet.tsx'
import { InputsSheet } from './inputs-sheet.tsx'
import { MintSheet } from './mint-sheet.tsx'
import type { RequestSheetProps } from './request-sheet-props.ts'
import { OutputsSheet } from './outputs-sheet.tsx'
import { RawSheet } from './raw-sheet.tsx'
import { SignersSheet } from './signers-sheet.tsx'
import styles from './signing.module.css'
import { TokensSheet } from './tokens-sheet.tsx'
import ui from '#renderer/ui/parts.module.css'

/** All that one transaction says, for whoever looks closer. */
export const TransactionSheets = (props: RequestSheetProps) => (
  <div className={`${ui['stack']} ${styles['sheets']}`}>
    <div className={styles['column']}>
      <OutputsSheet transaction={props.transaction} />
      <MintSheet {...props} />
      <TokensSheet {...props} />
    </div>
    <div className={styles['column']}>
      <SignersSheet transaction={props.transaction} />
      <FactsSheet {...props} />
      <InputsSheet transaction={props.transaction} />
      <RawSheet {...props} />
    </div>
  </div>
)
