import { Group, Stack } from '@mantine/core'
import { Ban, CircleCheck, CircleDashed, CircleX, Coins, Signature, Stamp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RoyaltyDetails } from '#contract/mints/calls.ts'
import { percentOfRate } from '#values/amounts/percent.ts'
import type { RoyaltyTerms } from '#contract/royalty/royalty-text.ts'
import { copy } from '#renderer/stores/copy.ts'
import { change } from '#renderer/data/change.ts'
import { type CollectionRef, isRoyaltyPaid } from '#renderer/data/minting.ts'
import { useNetworkOf } from '#renderer/stores/accounts.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Fold } from '#renderer/ui/fold.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { QrCode } from '#renderer/ui/qr-code.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { finalityEntries } from '#renderer/views/finality.tsx'
import { RehearsalParts, useSkippableRehearsal } from '#renderer/views/mint-rehearsal.tsx'
import { NetworkBadge } from '#renderer/views/network-badge.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import { TransactionLink } from '#renderer/views/transaction-link.tsx'
import { durations } from '../form/form-of.ts'
import { ValidFor } from '../valid-for.tsx'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.royalty

/** How the royalty token is paid for, and what became of the payment. */
export const RoyaltyDialog = ({
  collectionRef,
  royalty,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly royalty: RoyaltyDetails
  readonly onClose: () => void
}) => {
  const { status, message, uri, unconfirmed } = royalty
  const network = useNetworkOf(collectionRef.accountId)
  // Before, what it costs and fixes comes first; afterwards, what became of it.
  const isAhead = uri !== null || unconfirmed !== null
  const sentence = <div role="status">{sentenceOf(royalty)}</div>
  return (
    <Dialog onClose={onClose} title={words.title} size="xl">
      <Stack gap="md">
        <Group gap="xs">
          {network !== undefined && <NetworkBadge network={network} />}
          <RoyaltyState royalty={royalty} />
        </Group>
        {!isAhead && sentence}
        {message !== null && unconfirmed === null && !isRoyaltyPaid(royalty) && (
          <ErrorAlert error={message} />
        )}
        {uri === null ? (
          <CostAndTerms royalty={royalty} />
        ) : (
          <div className={ui['besideImage']}>
            <QrCode text={uri} label={words.code} />
            <CostAndTerms royalty={royalty} />
          </div>
        )}
        {isAhead && sentence}
        {unconfirmed === null && (status === 'unpaid' || status === 'failed') && (
          <TimeToSign collectionRef={collectionRef} royalty={royalty} />
        )}
        {uri !== null && <PaymentLinks uri={uri} link={royalty.payment_link} />}
        {unconfirmed !== null && <Confirm collectionRef={collectionRef} royalty={unconfirmed} />}
        {uri !== null && royalty.hasTestWallet && <TestWallet collectionRef={collectionRef} />}
        {status === 'failed' && <Again collectionRef={collectionRef} />}
      </Stack>
    </Dialog>
  )
}

const sentenceOf = (royalty: RoyaltyDetails): string => {
  const { status, confirmations, unconfirmed } = royalty
  if (unconfirmed !== null) return words.unconfirmed
  if (isRoyaltyPaid(royalty)) return words.alreadyPaid
  if (status === 'unpaid') return words.text
  return status === 'minting' ? words.sentences.minting(confirmations) : words.sentences[status]
}

/** What it costs, what its token fixes, and how far it is. */
const CostAndTerms = ({ royalty }: { readonly royalty: RoyaltyDetails }) => {
  const terms = royalty.terms ?? royalty.unconfirmed
  return (
    <Stack gap="md">
      {royalty.amount !== null && <AmountList entries={royaltyEntries(royalty)} rounding="up" />}
      <DetailList
        entries={[
          ...(terms === null ? [] : termEntries(terms)),
          ...payEntries(royalty),
          ...stateEntries(royalty),
        ]}
      />
    </Stack>
  )
}

/** The amount to pay, then what becomes of it. */
export const royaltyEntries = ({
  amount,
  cost,
}: Pick<RoyaltyDetails, 'amount' | 'cost'>): readonly AmountEntry[] => [
  ...(amount === null ? [] : [{ term: words.amount, lovelace: amount, isTotal: true }]),
  ...(cost === null || cost === undefined
    ? []
    : [
        { term: words.withToken, lovelace: cost.with_token, hint: text.minting.mint.alongHint },
        { term: words.fee, lovelace: cost.fee },
        { term: words.left, lovelace: cost.left, hint: words.leftHint },
      ]),
]

/** What the token fixes. */
const termEntries = ({ rate, address }: RoyaltyTerms) =>
  [
    [words.rate, `${percentOfRate(rate)}%`],
    [words.receiver, <Hash key="to" whole value={address} what={words.receiver} onCopy={copy} />],
  ] as const

type Entries = readonly (readonly [string, ReactNode])[]

const payEntries = (royalty: RoyaltyDetails): Entries => {
  const { address, status } = royalty
  return address === null || status !== 'unpaid' || isRoyaltyPaid(royalty)
    ? []
    : [[words.address, <Hash key="to" value={address} what={words.address} onCopy={copy} whole />]]
}

const stateEntries = ({ paid, finality, tx_id: txId, page }: RoyaltyDetails): Entries => [
  ...finalityEntries(finality ?? null),
  ...(paid === null || paid === 0
    ? []
    : [[words.arrived, <Ada key="paid" lovelace={paid} />] as const]),
  ...(txId === null
    ? []
    : [[words.transaction, <TransactionLink key="tx" {...{ txId, page }} />] as const]),
]

/** For whoever pays elsewhere. */
const PaymentLinks = ({ uri, link }: { readonly uri: string; readonly link: string }) => (
  <Fold label={words.links}>
    <DetailList
      entries={[
        [words.wallet, <Hash key="uri" value={uri} what={words.wallet} onCopy={copy} />],
        [words.link, <Hash key="link" value={link} what={words.link} onCopy={copy} />],
      ]}
    />
  </Fold>
)

type At = { readonly collectionRef: CollectionRef }

const TimeToSign = ({ collectionRef, royalty }: At & { readonly royalty: RoyaltyDetails }) => (
  <ValidFor
    description={words.validForHint}
    value={String(royalty.valid_for_seconds ?? durations[0])}
    onChange={(value) => {
      if (value === null) return
      const validForSeconds = Number(value)
      void attempt(() => change('minting.setRoyaltyTime', { ...collectionRef, validForSeconds }))
    }}
  />
)

const TestWallet = ({ collectionRef }: At) => (
  <DialogButtons>
    <ActionButton
      leftSection={<Coins size={16} aria-hidden />}
      action={async () => {
        await change('minting.payRoyalty', collectionRef)
        useNotices.getState().notify('good', words.paid)
      }}
    >
      {words.testWallet}
    </ActionButton>
  </DialogButtons>
)

const Confirm = ({
  collectionRef,
  royalty,
}: At & { readonly royalty: NonNullable<RoyaltyDetails['unconfirmed']> }) => {
  const { rehearsal, skipsRehearsal, skipProps } = useSkippableRehearsal(collectionRef, [])
  return (
    <Stack gap="md">
      <ReceiverWarning role="royalty address" address={royalty.address} />
      <RehearsalParts
        collectionRef={collectionRef}
        tokens="all"
        rehearsal={rehearsal}
        about={words.rehearsal}
        skipProps={skipProps}
      />
      <DialogButtons>
        <ActionButton
          disabled={rehearsal.isMissing}
          action={() =>
            withVault(text.minting.vaultReason, () =>
              change('minting.confirmRoyalty', { ...collectionRef, ...royalty, skipsRehearsal }),
            )
          }
        >
          {words.confirm}
        </ActionButton>
      </DialogButtons>
    </Stack>
  )
}

const Again = ({ collectionRef }: At) => (
  <DialogButtons>
    <ActionButton
      action={() =>
        withVault(text.minting.vaultReason, () => change('minting.retryRoyalty', collectionRef))
      }
    >
      {words.again}
    </ActionButton>
  </DialogButtons>
)

const badges: Readonly<Record<RoyaltyDetails['status'], Badge>> = {
  unpaid: { tone: 'warn', icon: CircleDashed },
  awaiting_witnesses: { tone: 'warn', icon: Signature },
  minting: { tone: 'accent', icon: Stamp },
  minted: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  impossible: { tone: 'bad', icon: Ban },
  not_read: { tone: 'warn', icon: CircleDashed },
}

const RoyaltyState = ({ royalty }: { readonly royalty: RoyaltyDetails }) =>
  isRoyaltyPaid(royalty) ? (
    <StatusBadge {...badges.minting}>{words.states.paid}</StatusBadge>
  ) : (
    <StatusBadge {...badges[royalty.status]}>{words.states[royalty.status]}</StatusBadge>
  )
