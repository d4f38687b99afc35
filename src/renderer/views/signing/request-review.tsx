import { Button, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { networks } from '#values/networks/networks.ts'
import type { ShownRequest, ShownTransaction } from '#contract/signing/calls.ts'
import { mintReceiversOf } from '#contract/signing/mint-receivers.ts'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { acceptanceState, acceptedCodes, scriptKeys } from './acceptance.ts'
import { ChainState } from './chain-state.tsx'
import { isOpen } from './entry-state.tsx'
import { MainDetails } from './main-details.tsx'
import { MintReceivers } from './mint-receivers.tsx'
import { NetChangeLines } from './net-change.tsx'
import { NextSteps } from './next-steps.tsx'
import { RequestTokens } from './thumbnails.tsx'
import { ScriptsConsent } from './scripts-consent.tsx'
import { sentenceOf } from './sentence.ts'
import { SignBar } from './sign-bar.tsx'
import styles from './signing.module.css'
import { WarningList } from './warning-list.tsx'

const words = text.signing.review

/** The request and its warnings, what the vault gains or loses, and the one button. */
export const RequestReview = ({ shown }: { readonly shown: ShownRequest }) => {
  const { entry, transactions } = shown
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const isActive = isOpen(entry.state)
  const accept = (keys: readonly string[], on: boolean) => {
    const changed = new Set(keys)
    setAccepted(on ? accepted.union(changed) : accepted.difference(changed))
  }
  const scripts = scriptKeys(transactions)
  const canSign = isActive && needsSigning(transactions)
  const isElsewhere =
    entry.state === 'waiting' &&
    !canSign &&
    transactions.some(({ summary }) => summary.isComplete !== true)
  const { headline, rest } = sentenceOf(transactions, shown)
  return (
    <Sheet>
      {/* no grid, whose rows would hold the sticky bar */}
      <Stack component="section" gap="md" aria-label={words.frame}>
        {isElsewhere && <ElsewhereNote transactions={transactions} />}
        <RequestTokens shown={shown} />
        <div>
          <h2 className={styles['sentence']}>{headline}</h2>
          <p>{rest}</p>
        </div>
        <WarningList
          transactions={transactions}
          accepted={accepted}
          {...(canSign ? { onAccept: accept } : {})}
        />
        <MainDetails shown={shown} isElsewhere={isElsewhere} />
        <MintReceivers receivers={mintReceiversOf(transactions.map(({ summary }) => summary))} />
        {entry.network === null && <NetworkChoice id={entry.id} />}
        <ScriptsConsent
          transactions={transactions}
          isAllowed={scripts.every((key) => accepted.has(key))}
          {...(canSign ? { onAllow: (on: boolean) => accept(scripts, on) } : {})}
        />
        <ChainState transactions={transactions} />
        {!canSign && (
          <NetChangeLines
            title={text.signing.netChange.title(transactions.length)}
            summaries={transactions.map(({ summary }) => summary)}
          />
        )}
        {isActive && (
          <>
            <SignBar
              shown={shown}
              acceptance={acceptanceState(transactions, accepted)}
              acknowledged={(one) => acceptedCodes(one, accepted)}
            />
            <NextSteps shown={shown} />
          </>
        )}
      </Stack>
    </Sheet>
  )
}

const needsSigning = (transactions: readonly ShownTransaction[]): boolean =>
  transactions.some(({ toSign }) => toSign.length > 0)

/** A test network's transaction does not say which test network it is for. */
const NetworkChoice = ({ id }: { readonly id: string }) => (
  <Select
    label={words.chooseNetwork}
    description={words.chooseNetworkHint}
    maw="var(--field-lg)"
    data={networks
      .filter((network) => network !== 'mainnet')
      .map((network) => ({ value: network, label: text.common.networks[network] }))}
    value={null}
    onChange={(value) => {
      const network = networks.find((candidate) => candidate === value)
      if (network !== undefined) void attempt(() => call('signing.setNetwork', { id, network }))
    }}
  />
)

/** Why nothing can be signed here, and what to do. */
const ElsewhereNote = ({ transactions }: Pick<ShownRequest, 'transactions'>) => {
  const isWanted = transactions.some(
    ({ summary: { missing } }) => missing.keys.length > 0 || missing.choices.length > 0,
  )
  return (
    <Note
      action={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => openPolicyDialog({ dialog: 'import' })}
        >
          {words.importKey}
        </Button>
      }
    >
      <strong>{text.signing.elsewhere}.</strong> {isWanted ? words.noKey : words.unknownKeys}
    </Note>
  )
}
