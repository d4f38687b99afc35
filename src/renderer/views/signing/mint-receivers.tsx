import type { MintReceiver } from '#contract/signing/mint-receivers.ts'
import { printable } from '#values/text/printable.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.mintedTo

/** Where minted tokens go: an address of the vault or of the address book has a name, any other is whole. */
export const MintReceivers = ({
  receivers,
  isBrief = false,
}: {
  readonly receivers: readonly MintReceiver[]
  /** How many tokens a single receiver gets stands beside it. */
  readonly isBrief?: boolean
}) => (
  <ul>
    {receivers.map(({ address, holder, bookLabel, tokens }) => (
      <li key={address} className={ui['breakable']}>
        {!(isBrief && receivers.length === 1) && `${words.tokens(tokens)} `}
        {holder === 'vault' && `${words.vault} `}
        {bookLabel !== null && `${words.book(printable(bookLabel))} `}
        <Hash whole={holder === 'others'} value={address} what={words.address} onCopy={copy} />
      </li>
    ))}
  </ul>
)
