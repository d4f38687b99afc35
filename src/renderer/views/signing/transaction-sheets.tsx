import { FactsSheet } from './facts-sheet.tsx'
import { InputsSheet } from './inputs-sheet.tsx'
import { MintSheet } from './mint-sheet.tsx'
import type { RequestSheetProps } from './request-sheet-props.ts'
import { OutputsSheet } from './outputs-sheet.tsx'
import { RawSheet } from './raw-sheet.tsx'
import { SignersSheet } from './signers-sheet.tsx'
import { TokensSheet } from './tokens-sheet.tsx'
import { SplitPage } from '#renderer/ui/split-page.tsx'

/** All that one transaction says, for whoever looks closer. */
export const TransactionSheets = (props: RequestSheetProps) => (
  <SplitPage
    aside={
      <>
        <SignersSheet transaction={props.transaction} />
        <FactsSheet {...props} />
        <InputsSheet transaction={props.transaction} />
        <RawSheet {...props} />
      </>
    }
  >
    <OutputsSheet transaction={props.transaction} />
    <MintSheet {...props} />
    <TokensSheet {...props} />
  </SplitPage>
)
