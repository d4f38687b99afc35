import { Accordion, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { AccountView } from '#contract/accounts/account.ts'
import { dateText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import type { CollectionDraft, CollectionDraftForm } from './draft.ts'
import { isEmptyText, lockTimeOf } from './form-of.ts'
import { PolicyFields } from './policy-section.tsx'
import { RoyaltyFields, SellingFields } from './royalty-section.tsx'
import { TemplateFields } from './template-section.tsx'

const words = text.collections.new

type Section = {
  readonly id: string
  readonly title: string
  /** What holds as long as nobody opens it. */
  readonly summaryOf: (draft: CollectionDraft) => string
  /** The starts of the paths of its fields. */
  readonly paths: readonly string[]
  readonly fields: (parts: {
    readonly account: AccountView
    readonly form: CollectionDraftForm
  }) => ReactNode
}

const sections: readonly Section[] = [
  {
    id: 'attributes',
    title: words.template,
    summaryOf: ({ attributes }) =>
      attributes.flatMap((row) => (isEmptyText(row) ? [] : [row.name])).join(', ') ||
      text.common.none,
    paths: ['attributes', 'metadata'],
    fields: ({ form }) => <TemplateFields form={form} />,
  },
  {
    id: 'policy',
    title: words.policy,
    summaryOf: ({ policy }) => policySummary(policy),
    paths: ['policy'],
    fields: ({ account, form }) => <PolicyFields account={account} form={form} />,
  },
  {
    id: 'royalty',
    title: words.royalty,
    summaryOf: ({ hasRoyalty, royalty }) =>
      hasRoyalty ? words.royaltySummary(royalty.rate) : text.common.none,
    paths: ['royalty'],
    fields: ({ form }) => <RoyaltyFields form={form} />,
  },
  {
    id: 'selling',
    title: words.selling,
    summaryOf: ({ reservation_time }) => words.sellingSummary(reservation_time),
    paths: ['reservation_time'],
    fields: ({ form }) => <SellingFields form={form} />,
  },
]

const policySummary = ({ kind, locks, lockAt }: CollectionDraft['policy']): string => {
  if (kind === 'vault') return words.fromVault
  const time = lockTimeOf(lockAt)
  if (!locks) return words.neverLocks
  return time === null ? words.locks : words.locksAt(dateText(time))
}

/** What has a good default: each section says what holds, and opens to be changed or put right. */
export const FoldedSections = ({
  account,
  form,
}: {
  readonly account: AccountView
  readonly form: CollectionDraftForm
}) => {
  const [opened, setOpened] = useState<readonly string[]>([])
  const wrong = sections
    .filter(({ paths }) =>
      Object.keys(form.errors).some((field) => paths.some((path) => field.startsWith(path))),
    )
    .map(({ id }) => id)
  const all = [...new Set([...opened, ...wrong])]
  // A section stays open while its error is being put right.
  const isNew = all.length > opened.length
  useEffect(() => {
    if (isNew) setOpened(all)
  })
  return (
    <Accordion
      multiple
      variant="contained"
      radius="var(--radius-large)"
      styles={{ item: { background: 'var(--sheet)' } }}
      order={2}
      // Open in the same moment, so that the first wrong field in it can get the focus.
      transitionDuration={0}
      keepMountedMode="display-none"
      value={all}
      onChange={setOpened}
    >
      {sections.map(({ id, title, summaryOf, fields }) => (
        <Accordion.Item key={id} value={id}>
          <Accordion.Control>
            <span className={ui['title']}>{title}</span>{' '}
            <Text component="span" size="sm" c="dimmed" ms="xs" className={ui['breakable'] ?? ''}>
              {summaryOf(form.values)}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>{fields({ account, form })}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}
