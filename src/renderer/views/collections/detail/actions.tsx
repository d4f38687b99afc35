import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  Ellipsis,
  FileDown,
  FileKey,
  Inbox,
  Info,
  Pencil,
  RefreshCw,
  Store,
  Table2,
  Trash2,
  Wallet,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { commands } from '#contract/commands.ts'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { refreshCollection, useTokens } from '#renderer/data/tokens.ts'
import { change } from '#renderer/data/change.ts'
import { openCollectionDialog } from '#renderer/stores/collection-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { openTokensAsTable } from '#renderer/stores/imports.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { requestRemoval } from '#renderer/stores/remove-collection.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { useAction } from '#renderer/views/use-submit.ts'
import { usePossibleActions } from '../use-possible-actions.ts'
import { CollectionDetailsDialog } from './details-dialog.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.detail

/** What can be done with a collection. */
export const CollectionActions = ({
  accountId,
  collection,
  children,
}: {
  readonly accountId: string
  readonly collection: CollectionDetails
  /** The next step. */
  readonly children: ReactNode
}) => {
  const { go } = useNavigation()
  const [showsDetails, setShowsDetails] = useState(false)
  const collectionRef = { accountId, collectionId: collection.id }
  const { isLoading } = useTokens(collectionRef)
  const possible = usePossibleActions(collectionRef)
  const exportPolicy = useAction(async () => {
    await withVault(words.exportReason, () => change('policies.exportFrom', collectionRef))
    useNotices.getState().notify('good', words.exported(collection.name))
  })
  const { deleteCollection } = possible ?? {}
  const isKept = deleteCollection?.isPossible === false && deleteCollection.reason === 'tokensInUse'
  const remove = useAction(() => requestRemoval(collectionRef, collection))
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
            loading={exportPolicy.isBusy || remove.isBusy}
          >
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {possible?.importTokens.isPossible === true && (
            <Menu.Item
              leftSection={<Inbox size={16} aria-hidden />}
              onClick={() => go({ view: 'import', ...collectionRef })}
            >
              {words.import}
            </Menu.Item>
          )}
          {possible?.editTokens.isPossible === true && (
            <Menu.Item
              leftSection={<Table2 size={16} aria-hidden />}
              onClick={() => void attempt(() => openTokensAsTable(collectionRef))}
            >
              {commands.editTokens.label}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Pencil size={16} aria-hidden />}
            onClick={() => openCollectionDialog('edit', collectionRef)}
          >
            {words.edit.action}
          </Menu.Item>
          <Menu.Item
            leftSection={<Wallet size={16} aria-hidden />}
            onClick={() => openCollectionDialog('payout', collectionRef)}
          >
            {words.changePayout.action}
          </Menu.Item>
          <Menu.Item
            leftSection={<Info size={16} aria-hidden />}
            onClick={() => setShowsDetails(true)}
          >
            {words.details}
          </Menu.Item>
          <Menu.Item
            leftSection={<Store size={16} aria-hidden />}
            onClick={() => openCollectionDialog('shop', collectionRef)}
          >
            {text.shops.open}
          </Menu.Item>
          <Menu.Item
            leftSection={<FileDown size={16} aria-hidden />}
            onClick={() => openCollectionDialog('export', collectionRef)}
          >
            {words.exportTokens}
          </Menu.Item>
          {possible?.exportPolicy.isPossible === true && (
            <Menu.Item
              leftSection={<FileKey size={16} aria-hidden />}
              title={words.exportHint}
              onClick={() => void exportPolicy.run()}
            >
              {words.export}
            </Menu.Item>
          )}
          {possible?.deleteCollection.isPossible === true && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--bad)"
                leftSection={<Trash2 size={16} aria-hidden />}
                onClick={() => void remove.run()}
              >
                {collection.isPractice ? words.removePractice : words.remove}
                {collection.isPractice && (
                  <div className={ui['small']}>{words.removePracticeHint}</div>
                )}
              </Menu.Item>
            </>
          )}
          {isKept && (
            <>
              <Menu.Divider />
              <Menu.Item disabled leftSection={<Trash2 size={16} aria-hidden />}>
                {words.remove}
                <div className={ui['small']}>{text.reasons.tokensInUse}</div>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {children}
      {showsDetails && (
        <CollectionDetailsDialog
          collection={collection}
          collectionRef={collectionRef}
          onClose={() => setShowsDetails(false)}
        />
      )}
    </>
  )
}
