import { isPriced } from '#contract/mints/chosen-tokens.ts'
import { Button, Flex, Group, Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { sumOfPrices } from '#renderer/data/token-counts.ts'
import { isListed } from '#contract/tokens/token-state.ts'
import { canBeSold } from '#renderer/data/token-status.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCollectionDialog } from '#renderer/stores/collection-view.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { CopyButton } from '#renderer/ui/text-parts.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import {
  tokenImageColumn,
  tokenNameColumn,
  tokenPriceColumn,
} from '#renderer/views/collections/token-columns.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.share

/** The payment pages of all priced tokens, to send to buyers. */
export const ShareDialog = ({
  collectionRef,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly onClose: () => void
}) => {
  const { tokens } = useTokens(collectionRef)
  const { open } = useCollectionDialog()
  const listed = useMemo(() => tokens.filter(isListed), [tokens])
  const links = listed.flatMap(({ name, payment_link: link }) =>
    typeof link === 'string' ? [{ name, link }] : [],
  )
  const others = tokens.filter((token) => canBeSold(token) && !isPriced(token))
  const isHere = links.some(({ link }) => isLocalLink(link))
  const copyAll = async () => {
    const all = links.map(({ name, link }) => `${name}: ${link}`).join('\n')
    if (await copy(all)) useNotices.getState().notify('good', words.copied(links.length))
  }
  return (
    <Dialog title={words.title} size="lg" onClose={onClose}>
      <Stack gap="md">
        <div>
          <AdaSentence
            say={words.text(listed.length)}
            amounts={[{ lovelace: sumOfPrices(listed), exact: true }]}
          />
        </div>
        {isHere && (
          <Note
            action={
              <Button size="compact-sm" onClick={() => open(collectionRef, 'sell')}>
                {text.sales.sell}
              </Button>
            }
          >
            {words.here}
          </Note>
        )}
        <Flex direction="column" h="19rem">
          <VirtualTable
            rows={listed}
            columns={columns}
            rowKey={({ id }) => id}
            label={words.list}
            rowHeight={64}
          />
        </Flex>
        <DialogButtons>
          {others.length > 0 && (
            <Button variant="subtle" onClick={() => open(collectionRef, 'price')}>
              {words.priceOthers(others.length)}
            </Button>
          )}
          <Button variant="default" onClick={() => open(collectionRef, 'shop')}>
            {text.shops.open}
          </Button>
          <Button variant="default" onClick={onClose}>
            {text.common.close}
          </Button>
          <Button
            // What opens on this computer only is of no use to a buyer.
            variant={isHere ? 'default' : 'filled'}
            disabled={links.length === 0}
            onClick={() => void copyAll()}
            data-autofocus
          >
            {words.copyAll}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

const columns: readonly Column<TokenRow>[] = [
  tokenImageColumn(52, '4.5rem'),
  tokenNameColumn,
  tokenPriceColumn,
  {
    key: 'link',
    title: <span className={ui['unseen']}>{text.sales.tokenPrice.link}</span>,
    width: '6rem',
    align: 'end',
    cell: ({ name, payment_link: link }) =>
      typeof link === 'string' && (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <a className={ui['link']} href={link} target="_blank" rel="noreferrer">
            {isLocalLink(link) ? words.preview : words.open}
          </a>
          <CopyButton what={words.copy(name)} onCopy={() => copy(link)} />
        </Group>
      ),
  },
]
