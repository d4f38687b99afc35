import { Box, Flex } from '@mantine/core'
import type { ShownRequest } from '#contract/signing/calls.ts'
import { printable, printableJson } from '#values/text/printable.ts'
import type { MetadataSummary, MetadataJson, NftSummary } from '#contract/signing/transactions.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { JsonView } from '#renderer/ui/json.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { assetLabel } from './asset-text.ts'
import { byName, nftName, usePictures } from './thumbnails.tsx'
import styles from './signing.module.css'
import type { RequestSheetProps } from './request-sheet-props.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.tokens

/** The metadata, read as a wallet reads it, and each label whole as it is on chain. */
export const TokensSheet = ({ shown, transaction }: RequestSheetProps) => {
  const { metadata } = transaction.summary
  if (metadata === null) return null
  const { nfts, royalty, labels } = metadata
  return (
    <Sheet title={words.title}>
      <div className={ui['stack']}>
        {royalty !== null && <Royalty royalty={royalty} />}
        <div className={ui['stack']}>
          {nfts.toSorted(byName).map((nft, at) => (
            // A policy may be written twice.
            // oxlint-disable-next-line react/no-array-index-key
            <Token key={at} nft={nft} thumbnails={shown.thumbnails} />
          ))}
        </div>
        {labels.map(({ label, json }) => (
          <div key={label} className={styles['rawText']}>
            <h3 className={styles['smallTitle']}>{words.label(label)}</h3>
            <JsonView value={json} what={words.label(label)} onCopy={copy} />
          </div>
        ))}
      </div>
    </Sheet>
  )
}

const Royalty = ({ royalty }: { readonly royalty: NonNullable<MetadataSummary['royalty']> }) => {
  const { rate, address } = royalty
  return (
    <div>
      <h3 className={styles['smallTitle']}>{words.royalty}</h3>
      <DetailList
        entries={[
          [words.royaltyRate, rate === null ? text.common.none : percentText(rate)],
          [
            words.royaltyAddress,
            address === null ? (
              text.common.none
            ) : (
              <Hash
                whole
                key="to"
                value={address}
                what={text.signing.outputs.address}
                onCopy={copy}
              />
            ),
          ],
        ]}
      />
    </div>
  )
}

/** `0.05` is 5%; rounded only where nobody would see a difference. */
const percentText = (rate: string): string => `${Number((Number(rate) * 100).toFixed(6))}%`

type Thumbnails = ShownRequest['thumbnails']

const Token = ({
  nft,
  thumbnails,
}: {
  readonly nft: NftSummary
  readonly thumbnails: Thumbnails
}) => {
  const name = nftName(nft)
  const picture = usePictures(thumbnails)(nft)
  const details = [
    ...(nft.image === null || picture !== undefined ? [] : [{ key: 'image', value: nft.image }]),
    ...(nft.mediaType === null ? [] : [{ key: 'mediaType', value: nft.mediaType }]),
    ...(nft.description === null ? [] : [{ key: 'description', value: nft.description }]),
    ...nft.attributes,
  ]
  return (
    <Flex component="article" gap="sm" align="flex-start" aria-label={name}>
      {picture !== undefined && (
        <Box flex="none" w="6rem">
          {picture}
        </Box>
      )}
      <div className={ui['breakable']}>
        <Box display="block" fw={550}>
          {name}
        </Box>
        <div className={`${ui['soft']} ${styles['second']}`}>
          {assetLabel({ name: nft.assetName, nameHex: nft.nameHex })}
          {!nft.isMinted && ` · ${words.notMinted}`}
        </div>
        {details.length > 0 && (
          <dl className={styles['attributes']}>
            {details.map(({ key, value }, at) => (
              // A key may be there twice; the order is that of the metadata.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={at}>
                <dt>{printable(key)}</dt>
                <dd>{valueText(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Flex>
  )
}

const valueText = (value: MetadataJson): string =>
  typeof value === 'string' ? printable(value) : printableJson(value)
