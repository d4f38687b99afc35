import { useEffect, useState } from 'react'
import type { ImportDraft, IssueView } from '#contract/imports/draft-view.ts'
import { usePreviewImage, type WantedImage } from '#renderer/data/preview-image.ts'
import { AppImage } from '#renderer/ui/token-image.tsx'
import styles from './check.module.css'

type Pictured = { readonly draft: ImportDraft; readonly issue: IssueView }

/** A line that a fast scroll passes by asks for no picture: that is what makes frames late. */
const settledMs = 120

/** What the issue is about: the picture of its row, or a file of the folder. */
export const IssuePicture = ({
  draft,
  issue,
  isLarge = false,
}: Pictured & { readonly isLarge?: boolean }) => {
  const wanted = wantedOf(draft, issue)
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className={styles['picture']} data-large={isLarge}>
      {isSettled && wanted !== undefined && (
        <MadePicture draft={draft} issue={issue} wanted={wanted} />
      )}
    </span>
  )
}

const wantedOf = (draft: ImportDraft, { row, file }: IssueView): WantedImage | undefined => {
  if (file !== undefined) return { file }
  return row === null || row === draft.source.headerRow ? undefined : { row }
}

const MadePicture = ({ draft, issue, wanted }: Pictured & { readonly wanted: WantedImage }) => {
  const { data } = usePreviewImage(draft, wanted, issue.value ?? '')
  return data === undefined ? null : <AppImage url={data.url} alt="" isSmall />
}
