import { ActionIcon, Group, Stack, Switch, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type { AccountView } from '#contract/accounts/account.ts'
import type { ProposedToken } from '#contract/collections/calls.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { limits } from '#values/bounds/limits.ts'
import { useProposedToken } from '#renderer/data/proposals.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { JsonView } from '#renderer/ui/json.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { AppImage } from '#renderer/ui/token-image.tsx'
import { TraitTable } from '#renderer/views/trait-table.tsx'
import type { CollectionDraft, CollectionDraftForm } from './draft.ts'
import { templateOf } from './form-of.ts'

const words = text.collections.new
const quietMs = 200

/** Without a token its tags stand for themselves. */
const questionOf = (
  draft: CollectionDraft,
  { network }: AccountView,
  token: ProposedToken | undefined,
): CallInput<'collections.preview'> => {
  const fields = {
    name: token?.name,
    asset_name: token?.assetName,
    description: token?.description,
    media_type: token?.mediaType,
  }
  return {
    metadata: templateOf(draft),
    network,
    policyId: draft.policy.kind === 'vault' ? draft.policy.policyId : null,
    values: Object.fromEntries([
      ...Object.entries(fields).map(([field, value]) => [field, value ?? '']),
      ...(token?.tags.map(({ tag, value }) => [tag, value]) ?? []),
    ]),
    attributes: Object.fromEntries(token?.attributes.map(({ name, value }) => [name, value]) ?? []),
  }
}

/** One token as a wallet and a marketplace show it, updated when the user stops typing. */
export const PreviewPanel = ({
  account,
  form,
}: {
  readonly account: AccountView
  readonly form: CollectionDraftForm
}) => {
  const [draft] = useDebouncedValue(form.values, quietMs)
  const [index, setIndex] = useState(0)
  const { token, total } = useProposedToken(draft.proposal?.id, index)
  const {
    data: preview,
    error,
    refetch,
  } = useCall('collections.preview', questionOf(draft, account, token), { keepsPrevious: true })
  const [showsJson, setShowsJson] = useState(false)
  return (
    <Sheet>
      <Stack gap="md">
        <Group gap="sm" miw={0} wrap="nowrap">
          <h2 className={`${ui['title']} ${ui['grow']}`}>{words.preview}</h2>
          {total > 1 && <Steps index={index} all={total} onShow={setIndex} />}
        </Group>
        {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        <Token collection={draft.name} token={token} preview={preview} />
        <Switch
          label={words.showJson}
          checked={showsJson}
          onChange={(event) => setShowsJson(event.currentTarget.checked)}
        />
        {showsJson && preview !== undefined && (
          <>
            <JsonView value={preview.metadata} what={words.json} onCopy={copy} />
            <p className={ui['soft']}>{words.bytes(preview.bytes, limits.transactionBytes)}</p>
          </>
        )}
      </Stack>
    </Sheet>
  )
}

const Token = ({
  collection,
  token,
  preview,
}: {
  readonly collection: string
  readonly token: ProposedToken | undefined
  readonly preview: CallOutput<'collections.preview'> | undefined
}) => {
  const { description = '', traits } = preview === undefined ? noContent : walletContentOf(preview)
  const name = token?.name ?? words.firstName
  const picture = token?.picture ?? null
  return (
    <article className={ui['tight']} aria-label={name} aria-busy={preview === undefined}>
      <AppImage
        url={picture === null ? null : `${picture}?size=640`}
        alt={text.collections.token.imageOf(name)}
        missing={token === undefined ? words.noArtwork : words.folder.noPicture}
      />
      <div>
        <div className={ui['title']}>{name}</div>
        <div className={ui['soft']}>{collection.trim() || words.unnamed}</div>
      </div>
      {token !== undefined && description !== '' && description !== '<description>' && (
        <p className={`${ui['soft']} ${ui['breakable']}`}>{description}</p>
      )}
      {traits.length === 0 ? (
        <p className={ui['soft']}>{text.importing.draft.preview.noTraits}</p>
      ) : (
        <TraitTable traits={traits} />
      )}
    </article>
  )
}

const noContent = { description: undefined, traits: [] }

const Steps = ({
  index,
  all,
  onShow,
}: {
  readonly index: number
  readonly all: number
  readonly onShow: (index: number) => void
}) => {
  const { previous, next, position } = text.collections.token
  const steps = [
    { label: previous, Icon: ChevronLeft, to: index - 1 },
    { label: next, Icon: ChevronRight, to: index + 1 },
  ]
  return (
    <>
      <span className={`${ui['small']} ${ui['number']}`} role="status">
        {position(index + 1, all)}
      </span>
      <ActionIcon.Group>
        {steps.map(({ label, Icon, to }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant="default"
              aria-label={label}
              aria-disabled={to < 0 || to >= all}
              onClick={() => to >= 0 && to < all && onShow(to)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
      </ActionIcon.Group>
    </>
  )
}
