import { useEffect, useMemo, useState } from 'react'
import { Box, Center, Text } from '@mantine/core'
import { ImageOff } from 'lucide-react'
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

/** The first tokens of the metadata by name, with their images, to recognise the collection by. */
export const RequestTokens = ({
  shown: { thumbnails, transactions },
}: {
  readonly shown: ShownRequest
}) => {
  const nfts = useMemo(
    () => transactions.flatMap(({ summary }) => summary.metadata?.nfts ?? []).toSorted(byName),
    [transactions],
  )
  if (nfts.length === 0) return null
  const more = nfts.length - most
  return (
    <Box component="figure">
      <ul className={styles['strip']} aria-label={words.tokens}>
        {nfts.slice(0, most).map((nft, at) => (
          // A policy may be written twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <NftPicture nft={nft} thumbnails={thumbnails} />
            <Text size="xs" lineClamp={2} title={nftName(nft)} className={ui['breakable']}>
              {nftName(nft)}
            </Text>
          </li>
        ))}
      </ul>
      <Box component="figcaption" mt={4} className={ui['soft']}>
        {more > 0 && words.moreTokens(more)} {thumbnails.length > 0 && words.stated}
      </Box>
    </Box>
  )
}

export const byName = (nft: NftSummary, other: NftSummary): number =>
  naturalOrder(nft.name ?? nft.nameHex, other.name ?? other.nameHex)

export const nftName = ({ name }: NftSummary): string =>
  name === null ? text.signing.tokens.noName : printable(name)

const NftPicture = (props: Parameters<typeof usePicture>[0]) => {
  const { isShown, image } = usePicture(props)
  return isShown ? (
    image
  ) : (
    <Center className={styles['blank']} c="dimmed">
      <ImageOff size={20} aria-hidden />
    </Center>
  )
}

/**
 * The image that the metadata names, where this computer has it; else the one that the request says
 * it is.
 */
export const usePicture = ({
  nft,
  thumbnails,
}: {
  readonly nft: NftSummary
  readonly thumbnails: readonly Thumbnail[]
}) => {
  const [isMissing, setMissing] = useState(false)
  const cid = /^ipfs:\/\/(?:ipfs\/)?(?<cid>Qm[1-9A-HJ-NP-Za-km-z]{44})$/u.exec(nft.image ?? '')
    ?.groups?.['cid']
  const stated = thumbnails.find(({ name }) => name === nft.name || name === nft.assetName)
  if (cid !== undefined && !isMissing)
    return {
      isShown: true,
      image: (
        <div className={styles['image']}>
          <img src={`/thumb/${cid}?size=96`} alt="" onError={() => setMissing(true)} />
        </div>
      ),
    }
  return stated === undefined
    ? { isShown: false, image: <AppImage url={null} alt="" /> }
    : { isShown: true, image: <ThumbnailImage thumbnail={stated} /> }
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
