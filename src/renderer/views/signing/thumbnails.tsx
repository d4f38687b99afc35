import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Box, Text } from '@mantine/core'
import type { ShownRequest } from '#contract/signing/calls.ts'
import type { NftSummary } from '#contract/signing/transactions.ts'
import { naturalOrder } from '#values/text/text.ts'
import { printable } from '#values/text/printable.ts'
import { text } from '#renderer/text/en.ts'
import { AppImage } from '#renderer/ui/token-image.tsx'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.review
const most = 8

type Thumbnail = ShownRequest['thumbnails'][number]

/** The first tokens of the metadata by name, to recognise the collection by: their images, or their names alone. */
export const RequestTokens = ({
  shown: { thumbnails, transactions },
}: {
  readonly shown: ShownRequest
}) => {
  const pictureOf = usePictures(thumbnails)
  const nfts = useMemo(
    () => transactions.flatMap(({ summary }) => summary.metadata?.nfts ?? []).toSorted(byName),
    [transactions],
  )
  if (nfts.length === 0) return null
  const first = nfts.slice(0, most)
  const pictured = first.flatMap((nft) => {
    const picture = pictureOf(nft)
    return picture === undefined ? [] : [{ nft, picture }]
  })
  const shown = pictured.length === 0 ? first.length : pictured.length
  const more = nfts.length > shown && words.moreTokens(nfts.length - shown)
  if (pictured.length === 0)
    return (
      <p className={ui['soft']}>
        {first.map(nftName).join(', ')}. {more}
      </p>
    )
  return (
    <Box component="figure">
      <ul className={styles['strip']} aria-label={words.tokens}>
        {pictured.map(({ nft, picture }, at) => (
          // A policy may be written twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            {picture}
            <Text size="xs" lineClamp={2} title={nftName(nft)} className={ui['breakable']}>
              {nftName(nft)}
            </Text>
          </li>
        ))}
      </ul>
      <Box component="figcaption" mt={4} className={ui['soft']}>
        {more} {thumbnails.length > 0 && words.stated}
      </Box>
    </Box>
  )
}

export const byName = (nft: NftSummary, other: NftSummary): number =>
  naturalOrder(nft.name ?? nft.nameHex, other.name ?? other.nameHex)

export const nftName = ({ name }: NftSummary): string =>
  name === null ? text.signing.tokens.noName : printable(name)

/** The CIDv0 of an image, as metadata says where it is. */
export const statedCid = (image: string | null): string | undefined =>
  /^ipfs:\/\/(?:ipfs\/)?(?<cid>Qm[1-9A-HJ-NP-Za-km-z]{44})$/u.exec(image ?? '')?.groups?.['cid']

/**
 * The image that the metadata of a token names, where this computer has it; else the one that the
 * request says it is, if it has one.
 */
export const usePictures = (thumbnails: readonly Thumbnail[]) => {
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  return ({ name, assetName, image }: NftSummary): ReactNode => {
    const cid = statedCid(image)
    if (cid !== undefined && !missing.has(cid))
      return (
        <div className={styles['image']}>
          <img
            src={`/thumb/${cid}?size=96`}
            alt=""
            onError={() => setMissing((before) => before.union(new Set([cid])))}
          />
        </div>
      )
    const stated = thumbnails.find((thumbnail) => [name, assetName].includes(thumbnail.name))
    return stated && <ThumbnailImage thumbnail={stated} />
  }
}

const ThumbnailImage = ({ thumbnail }: { readonly thumbnail: Thumbnail }) => {
  const url = useThumbnail(thumbnail)
  return url === undefined ? <div className={styles['blank']} /> : <AppImage url={url} alt="" />
}

/** An address of the bytes within the page, which no network is asked for. */
const useThumbnail = ({ base64, mediaType }: Thumbnail): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.codePointAt(0) ?? 0)
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [base64, mediaType])
  return url
}
