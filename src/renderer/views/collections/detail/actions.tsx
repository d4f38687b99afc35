import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { Ellipsis, FileKey, Inbox, Info, RefreshCw, Stamp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CollectionFacts } from '#shared/calls/collections.ts'
import { refreshCollection, useTokens } from '#renderer/data/tokens.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { useAction } from '#renderer/views/use-submit.ts'
import styles from '../collection.module.css'
import { FactsDialog } from './facts-dialog.tsx'
import { RemoveCollectionDialog } from './remove-collection-dialog.tsx'

const words = text.collections.detail

/** What can be done with a collection. */
export const CollectionActions = ({
  accountId,
  collection,
}: {
  readonly accountId: string
  readonly collection: CollectionFacts
}) => {
  const { go } = useNavigation()
  const [open, setOpen] = useState<'facts' | 'remove'>()
  const close = () => setOpen(undefined)
  const collectionRef = { accountId, collectionId: collection.id }
  const { isLoading } = useTokens(collectionRef)
  const { data: minting } = useCall('minting.list', collectionRef)
  const canMint = minting?.canMint === true && collection.token_count > 0
  const exportPolicy = useAction(async () => {
    await withVault(words.exportReason, () => change('policies.exportFrom', collectionRef))
    useNotices.getState().notify('good', words.exported(collection.name))
  })
  const remove = async () => {
    const lead = fromThisView()
    const { withPolicy } = await change('collections.remove', collectionRef)
    const { name, isPractice } = collection
    lead({
      route: { view: 'collections' },
      done: isPractice ? words.removedPractice(name, withPolicy) : words.removed(name),
      // The deleted collection is not part of the way back.
      replaces: true,
      isSaid: true,
    })
  }
  const removePractice = useAction(() => withVault(words.removePracticeReason, remove))
  return (
    <>
      <Tooltip label={text.collections.refresh}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={text.collections.refresh}
          loading={isLoading}
          onClick={() => void refreshCollection()}
        >
          <RefreshCw size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={words.more}
            loading={exportPolicy.isBusy || removePractice.isBusy}
          >
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Info size={16} aria-hidden />} onClick={() => setOpen('facts')}>
            {words.facts}
          </Menu.Item>
          <Menu.Item
            leftSection={<FileKey size={16} aria-hidden />}
            title={words.exportHint}
            onClick={() => void exportPolicy.run()}
          >
            {words.export}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--bad)"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => (collection.isPractice ? void removePractice.run() : setOpen('remove'))}
          >
            {collection.isPractice ? words.removePractice : words.remove}
            {collection.isPractice && (
              <div className={styles['soft']}>{words.removePracticeHint}</div>
            )}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <IconButton
        variant={canMint ? 'default' : 'filled'}
        icon={Inbox}
        onClick={() => go({ view: 'import', ...collectionRef })}
      >
        {words.import}
      </IconButton>
      {canMint && (
        <IconButton
          variant="filled"
          icon={Stamp}
          onClick={() => go({ view: 'mint', ...collectionRef })}
        >
          {text.minting.strip.mint}
        </IconButton>
      )}
      {open === 'facts' && <FactsDialog collection={collection} onClose={close} />}
      {open === 'remove' && (
        <RemoveCollectionDialog collection={collection} onConfirm={remove} onClose={close} />
      )}
    </>
  )
}
