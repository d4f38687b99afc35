import { Images } from 'lucide-react'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { tokenCounts } from '#renderer/data/token-counts.ts'
import type { MenuHandlers } from '#renderer/stores/context-menu.ts'
import { text } from '#renderer/text/en.ts'
import { NetworkBadge } from '#renderer/views/network-badge.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { briefCountsText } from '../counts-text.ts'
import { PolicyLock, PracticeBadge, VaultWorkBadge } from '../chips.tsx'
import styles from '../collections.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections

/** A collection in the list: its art, then what matters of it. */
export const CollectionCard = ({
  collection,
  now,
  tabIndex,
  onOpen,
  menu,
}: {
  readonly collection: CollectionDetails
  readonly now: number
  readonly tabIndex: 0 | -1
  readonly onOpen: () => void
  readonly menu: MenuHandlers
}) => (
  <article className={styles['card']} {...menu}>
    <Mosaic images={collection.images} />
    <div className={styles['cardMarks']}>
      <NetworkBadge network={collection.chain} />
      {collection.isPractice && <PracticeBadge />}
      <PolicyLock policy={collection.policy} now={now} isBrief />
      <VaultWorkBadge collectionId={collection.id} />
    </div>
    <div className={styles['caption']}>
      <h2 className={styles['cardName']}>
        <button type="button" className={styles['cardLink']} tabIndex={tabIndex} onClick={onOpen}>
          <CutText>{collection.name}</CutText>
        </button>
      </h2>
      <CutText isMany className={ui['small']}>
        {briefCountsText(tokenCounts(collection))}
      </CutText>
    </div>
  </article>
)

/** Four images, or one where there are fewer, that fill the same square. */
const Mosaic = ({ images }: { readonly images: readonly string[] }) => {
  const shown = images.slice(0, images.length < 4 ? 1 : 4)
  if (shown.length === 0) {
    return (
      <div className={styles['mosaic']} data-count={0}>
        <div className={styles['noImages']}>
          <Images size={28} strokeWidth={1.25} aria-hidden />
          {words.noImages}
        </div>
      </div>
    )
  }
  return (
    <div className={styles['mosaic']} data-count={shown.length} aria-hidden="true">
      {shown.map((cid) => (
        <TokenImage key={cid} cid={cid} alt="" size={shown.length === 1 ? 640 : 320} />
      ))}
    </div>
  )
}
