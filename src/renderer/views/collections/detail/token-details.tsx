import { Box, Stack, Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import {
  type TokenView as Token,
  type TokenRow,
  tokenViewSchema,
} from '#contract/collections/calls.ts'
import { joinPieces } from '#contract/tokens/attribute-value.ts'
import { unknownFields } from '#contract/fields.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { copy } from '#renderer/stores/copy.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Warning } from '#renderer/ui/error-alert.tsx'
import { JsonView } from '#renderer/ui/json.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { Hash, When } from '#renderer/ui/text-parts.tsx'
import { TokenPrice } from '#renderer/views/sales/token-price.tsx'
import { storedWork, WorkList } from '#renderer/views/work-list.tsx'
import { TransactionLink } from '#renderer/views/transaction-link.tsx'
import styles from '../collection.module.css'
import { TokenEditor } from './token-editor.tsx'
import { mayHaveTransaction } from '#renderer/data/token-status.ts'
import { TokenTraits } from './token-traits.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.token

/** A held arrow key passes many tokens; only the last one is fetched. */
const quietMs = 60

/** Attributes, identity and metadata of one token. The row's own data is shown at once. */
export const TokenDetails = ({
  collectionRef,
  row,
  isEditing,
  onEdited,
}: {
  readonly collectionRef: CollectionRef
  readonly row: TokenRow
  readonly isEditing: boolean
  readonly onEdited: () => void
}) => {
  const { accountId, collectionId } = collectionRef
  const [tokenId] = useDebouncedValue(row.id, quietMs)
  const { data, error, refetch } = useCall('tokens.get', { accountId, collectionId, tokenId })
  const token = data?.id === row.id ? data : undefined
  const canSell = useSales(collectionRef).data?.canSell === true
  if (isEditing && token !== undefined)
    return (
      <TokenEditor key={token.id} collectionRef={collectionRef} token={token} onEnd={onEdited} />
    )
  return (
    <Stack gap="md" aria-busy={token === undefined}>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {token?.warnings !== undefined && token.warnings.length > 0 && (
        <Warning>
          <div>
            <h3 className={ui['heading']}>{words.warnings}</h3>
            <ul className={ui['bullets']}>
              {token.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
        </Warning>
      )}
      {token !== undefined && (
        <WorkList key={token.id} files={filesOf(token)} sourceOf={({ src }) => storedWork(src)} />
      )}
      <Tabs defaultValue="attributes" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="attributes">{words.attributes}</Tabs.Tab>
          <Tabs.Tab value="details">{words.details}</Tabs.Tab>
          <Tabs.Tab value="metadata">{words.metadata}</Tabs.Tab>
          {canSell && <Tabs.Tab value="price">{text.sales.tokenPrice.tab}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="attributes" mih="20rem" pt="md">
          <TokenTraits collectionRef={collectionRef} row={row} token={token} />
        </Tabs.Panel>
        <Tabs.Panel value="details" mih="20rem" pt="md">
          {mayHaveTransaction(row) && (
            <MintedBy key={row.id} collectionRef={collectionRef} row={row} />
          )}
          <DetailList entries={identity(row, token)} />
        </Tabs.Panel>
        <Tabs.Panel value="metadata" mih="20rem" pt="md">
          <Metadata token={token} />
        </Tabs.Panel>
        <Tabs.Panel value="price" mih="20rem" pt="md">
          {token !== undefined && (
            <TokenPrice key={token.id} collectionRef={collectionRef} token={token} />
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

const filesOf = ({ metadata, asset_name: assetName }: Token) =>
  walletContentOf({ metadata: metadata ?? {}, assetName }).files

/** Where the image is kept, as the places last answered. */
const HeldAt = ({ cid }: { readonly cid: string }) => {
  const { data } = useCall('pins.heldAt', { cid })
  if (data === undefined) return null
  return (
    <>
      {data.isHere && <div>{words.heldHere(data.places.length === 0)}</div>}
      {data.places.map(({ name, answeredAt }) => (
        <div key={name}>
          {name} · <When at={answeredAt} />
        </div>
      ))}
      {!data.isHere && data.places.length === 0 && words.heldNowhere}
    </>
  )
}

/** The transaction that mints or minted the token. */
const MintedBy = ({
  collectionRef: { accountId, collectionId },
  row,
}: {
  readonly collectionRef: CollectionRef
  readonly row: TokenRow
}) => {
  const tokenId = row.id
  const { data } = useCall('tokens.mintTransaction', { accountId, collectionId, tokenId })
  if (data === undefined || data === null) return null
  return (
    <section className={styles['mintedBy']}>
      <DetailList
        entries={[
          [
            words.transaction,
            <TransactionLink
              key="transaction"
              txId={data.txId}
              page={data.page}
              label={words.showTransaction(row.name)}
            />,
          ],
        ]}
      />
    </section>
  )
}

const identity = (
  row: TokenRow,
  token: Token | undefined,
): readonly (readonly [string, ReactNode])[] => {
  const hash = (what: string, value: string | null | undefined): readonly [string, ReactNode][] =>
    typeof value === 'string' && value !== ''
      ? [[what, <Hash key={what} value={value} what={what} onCopy={copy} whole />]]
      : []
  const image = token?.image && joinPieces(token.image)
  return [
    ...hash(words.assetName, row.asset_name),
    ...hash(words.fingerprint, token?.fingerprint),
    ...hash(text.collections.detail.policyId, token?.policy?.policy_id),
    ...hash(words.cid, row.cid),
    // Usually it is the CID once more.
    ...hash(words.image, image === `ipfs://${row.cid}` ? undefined : image),
    ...(row.cid === null ? [] : [[words.heldAt, <HeldAt key={row.cid} cid={row.cid} />] as const]),
    ...(token?.media_type ? [[words.mediaType, token.media_type] as const] : []),
    ...(token?.description ? [[words.description, joinPieces(token.description)] as const] : []),
    ...(token === undefined
      ? []
      : [
          ...unknownFields(tokenViewSchema, token),
          [words.added, <When key="added" at={token.created_at} />] as const,
        ]),
    ...hash(words.id, row.id),
  ]
}

const Metadata = ({ token }: { readonly token: Token | undefined }) => {
  if (token === undefined)
    return (
      <Box
        h="18rem"
        bg="var(--paper)"
        bdrs="var(--radius)"
        role="progressbar"
        aria-busy
        aria-label={words.loading}
      />
    )
  if (token.metadata === null || token.metadata === undefined) return <p>{words.noMetadata}</p>
  return <JsonView value={token.metadata} what={words.json} onCopy={copy} />
}
