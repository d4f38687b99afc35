import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import type { ImportDraft, PlannedTokenView } from '#contract/imports/draft-view.ts'
import type { Trait } from '#values/rarity/rarity.ts'
import { walletContentOf, type WalletFile } from '#contract/tokens/wallet-content.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { storedWork, WorkList, type WorkSource } from '#renderer/views/work-list.tsx'
import { TraitTable } from '#renderer/views/trait-table.tsx'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { JsonView } from '#renderer/ui/json.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import styles from './pictures.module.css'
import { TokenPicture } from './token-card.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.preview

type Counted = CallOutput<'imports.traits'>['traits']

const countIn =
  (counted: Counted = []) =>
  ({ name, value }: Trait): number =>
    counted.find((trait) => trait.name === name && trait.value === value)?.count ?? 1

/** Where the files of this computer are that go beside a planned token's image. */
const workSource =
  ({ id, folder }: ImportDraft, { row, works }: PlannedTokenView) =>
  ({ src }: WalletFile): WorkSource | undefined => {
    const number = works.findIndex((work) => work.src === src)
    const work = works[number]
    if (work === undefined) return storedWork(src)
    const { name, bytes } = work
    return {
      kind: 'file',
      address: `/draft-work/${id}/${row}/${number}`,
      path: `${folder}/${name}`,
      bytes,
    }
  }

/** One planned token as a wallet shows it; its JSON on demand. */
export const WalletDialog = ({
  draft,
  token,
  onClose,
}: {
  readonly draft: ImportDraft
  readonly token: PlannedTokenView
  readonly onClose: () => void
}) => {
  const [showsJson, setShowsJson] = useState(false)
  const { description, files, traits } = walletContentOf(token)
  const counted = useCall('imports.traits', { draftId: draft.id, row: token.row }).data
  return (
    <Dialog onClose={onClose} title={words.inWallet(token.name)} size="xl">
      <div className={styles['wallet']}>
        <TokenPicture draft={draft} token={token} />
        <div className={ui['tight']}>
          {description !== undefined && <p className={ui['breakable']}>{description}</p>}
          <WorkList files={files} sourceOf={workSource(draft, token)} />
          {traits.length === 0 ? (
            <p className={ui['soft']}>{words.noTraits}</p>
          ) : (
            <TraitTable traits={traits} countOf={countIn(counted?.traits)} all={counted?.total} />
          )}
        </div>
      </div>
      {token.price !== null && (
        <DetailList entries={[[words.price, <Ada key="price" lovelace={token.price} />]]} />
      )}
      <Switch
        label={words.showJson}
        checked={showsJson}
        onChange={(event) => setShowsJson(event.currentTarget.checked)}
      />
      {showsJson && <JsonView value={token.metadata} what={words.metadata} onCopy={copy} />}
    </Dialog>
  )
}
