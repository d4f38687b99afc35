import { useEffect, useState } from 'react'
import { Flex } from '@mantine/core'
import type { ShownRequest } from '#contract/signing/calls.ts'
import { text } from '#renderer/text/en.ts'
import { AppImage } from '#renderer/ui/token-image.tsx'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.review
const most = 8

type Thumbnail = ShownRequest['thumbnails'][number]

/** The images that the request brought along, to recognise the collection by. */
export const RequestThumbnails = ({
  shown: { thumbnails, transactions },
}: {
  readonly shown: ShownRequest
}) => {
  if (thumbnails.length === 0) return null
  const first = thumbnails.slice(0, most)
  const works = transactions.flatMap(({ summary }) => summary.metadata?.nfts ?? []).length
  return (
    <Flex component="figure" direction="column" gap={4}>
      <div className={styles['strip']}>
        {first.map((thumbnail, at) => (
          // Two may have one name; the file's order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <ThumbnailImage key={at} thumbnail={thumbnail} />
        ))}
        {works > first.length && (
          <span className={ui['soft']}>{words.moreWorks(works - first.length)}</span>
        )}
      </div>
      <figcaption className={`${ui['soft']} ${styles['second']}`}>{words.stated}</figcaption>
    </Flex>
  )
}

export const ThumbnailImage = ({ thumbnail }: { readonly thumbnail: Thumbnail }) => {
  const url = useThumbnail(thumbnail)
  return url === undefined ? (
    <div className={styles['blank']} />
  ) : (
    <AppImage url={url} alt={thumbnail.name} />
  )
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
