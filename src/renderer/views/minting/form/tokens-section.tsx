import { Box, Button, Group, Radio, Stack } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { naturalOrder } from '#values/text/text.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { text } from '#renderer/text/en.ts'
import { ContactSheet, namesTitle } from '#renderer/ui/contact-sheet.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CheckMark } from '#renderer/ui/check-mark.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { countMintable, type MintDraftForm } from './form-of.ts'
import ui from '#renderer/ui/parts.module.css'
import { SearchField } from '#renderer/ui/search-field.tsx'

const words = text.minting.form

type Parts = { readonly open: readonly TokenRow[]; readonly form: MintDraftForm }

/** All tokens that can be minted, or some of them, with their images. */
export const TokensSection = ({
  open,
  chosen,
  form,
}: Parts & { readonly chosen: readonly TokenRow[] }) => {
  const { tokens } = form.values
  const shown = useMemo(() => chosen.map(({ id, name, cid }) => ({ key: id, name, cid })), [chosen])
  return (
    <Sheet title={namesTitle(shown)}>
      <Stack gap="md">
        <Choice open={open} form={form} />
        {tokens === 'picked' && <Picker open={open} form={form} />}
        {tokens !== 'picked' && shown.length > 0 && (
          <ContactSheet tokens={shown} label={words.shown} />
        )}
      </Stack>
    </Sheet>
  )
}

const Choice = ({ open, form }: Parts) => {
  const { unlisted, listed } = useMemo(() => countMintable(open), [open])
  return (
    <Radio.Group aria-label={words.which} {...form.getInputProps('tokens')}>
      <Stack gap="xs">
        <Radio
          value="unlisted"
          label={words.allOpen(unlisted)}
          description={listed === 0 ? undefined : words.listedOut(listed)}
        />
        {listed > 0 && (
          <Radio
            value="all"
            label={words.allWithListed(unlisted + listed)}
            description={words.listedToo}
          />
        )}
        <Radio value="picked" label={words.picked} />
      </Stack>
    </Radio.Group>
  )
}

const Picker = ({ open, form }: Parts) => {
  const { picked, search } = form.values
  const setPicked = (ids: Iterable<string>) => form.setFieldValue('picked', new Set(ids))
  const sought = useDeferredValue(search.trim().toLowerCase())
  const found = useMemo(
    () =>
      open.filter(({ name, asset_name: assetName }) =>
        `${name} ${assetName}`.toLowerCase().includes(sought),
      ),
    [open, sought],
  )
  const columns = useMemo(() => columnsFor(picked), [picked])
  const pick = ({ id }: TokenRow) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    setPicked(next)
  }
  const count = open.filter(({ id }) => picked.has(id)).length
  const error = form.errors['picked']
  return (
    <Stack
      gap="sm"
      h="24rem"
      mt="md"
      role="group"
      aria-label={words.picked}
      data-invalid={error !== undefined}
    >
      <Group gap="sm">
        <SearchField
          className={ui['search']}
          aria-label={words.search}
          placeholder={words.search}
          {...form.getInputProps('search')}
        />
        <Box component="span" flex="1 0 auto" className={ui['soft']} role="status">
          {words.pickedOf(count, open.length)}
        </Box>
        <Button
          variant="default"
          size="xs"
          onClick={() => setPicked([...picked, ...found.map(({ id }) => id)])}
        >
          {words.pickFound}
        </Button>
        <Button variant="default" size="xs" onClick={() => setPicked([])}>
          {words.pickNone}
        </Button>
      </Group>
      {found.length === 0 ? (
        <p className={ui['soft']}>{words.noneFound}</p>
      ) : (
        <VirtualTable
          rows={found}
          columns={columns}
          rowKey={({ id }) => id}
          label={words.list}
          rowHeight={44}
          onOpen={pick}
        />
      )}
      {error !== undefined && (
        <p className={ui['fieldError']} role="alert">
          {error}
        </p>
      )}
    </Stack>
  )
}

const columnsFor = (picked: ReadonlySet<string>): readonly Column<TokenRow>[] => [
  {
    key: 'pick',
    title: <span className={ui['unseen']}>{words.columns.pick}</span>,
    width: '2.25rem',
    // The row itself is what is clicked or reached by the arrow keys.
    cell: ({ id }) => (
      <CheckMark on={picked.has(id)} label={picked.has(id) ? words.isPicked : words.isNotPicked} />
    ),
  },
  {
    key: 'image',
    title: <span className={ui['unseen']}>{words.columns.image}</span>,
    width: '2.75rem',
    cell: ({ cid }) => (
      <Box w="2rem">
        <TokenImage cid={cid} alt="" size={96} />
      </Box>
    ),
  },
  {
    key: 'name',
    sort: (a, b) => naturalOrder(a.name, b.name),
    title: words.columns.name,
    width: 'minmax(8rem, 2fr)',
    cell: ({ name }) => <CutText isMany>{name}</CutText>,
  },
  {
    key: 'asset name',
    sort: (a, b) => naturalOrder(a.asset_name, b.asset_name),
    title: words.columns.assetName,
    width: 'minmax(8rem, 1fr)',
    cell: ({ asset_name: assetName }) => <CutText isMany>{assetName}</CutText>,
  },
]
