import { Box, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Hourglass, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { call } from '#renderer/bridge.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { Empty, Page } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { useAction } from '../use-submit.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.frame.offline

/** Shown in every view when the app is offline. */
export const OfflineNotice = () => {
  const isOffline = useIsOffline()
  if (!isOffline) return null
  return (
    <Box component="section" px="sm" aria-label={words.state}>
      <Stack gap="xs" align="flex-start">
        <Tooltip label={words.hint}>
          <div>
            <StatusBadge tone="accent" icon={WifiOff}>
              {words.state}
            </StatusBadge>
          </div>
        </Tooltip>
        <RestartOnline size="compact-xs" />
      </Stack>
    </Box>
  )
}

/** Leads to a question outside the page, which alone can give the app a network. */
export const RestartOnline = ({ size }: { readonly size?: 'compact-xs' | 'compact-sm' }) => {
  const { isBusy, run } = useAction(() => call('app.restartOnline', null))
  return (
    <Button
      loading={isBusy}
      onClick={() => void run()}
      {...(size === undefined ? {} : { size, variant: 'default' })}
    >
      {words.restart}
    </Button>
  )
}

/** A local service answers in milliseconds, one across the world in two seconds. */
const slowAfterMs = 5_000

/** The account that a call asks. */
const accountIn = (input: unknown): string | undefined =>
  typeof input === 'object' &&
  input !== null &&
  'accountId' in input &&
  typeof input.accountId === 'string'
    ? input.accountId
    : undefined

/** Above the view: who has not answered, that what the view shows may be old, and a way to ask again. */
export const SlowNotice = () => {
  const isAsking = useIsFetching({ type: 'active' }) > 0
  const [slow, setSlow] = useState<{ readonly accountId: string | undefined }>()
  const { accounts } = useAccounts()
  const client = useQueryClient()
  const queries = client.getQueryCache()
  useEffect(() => {
    setSlow(undefined)
    if (!isAsking) return undefined
    const timer = setTimeout(
      () =>
        setSlow({
          accountId: queries
            .findAll({ type: 'active', fetchStatus: 'fetching' })
            .map(({ queryKey: [, input] }) => accountIn(input))
            .find((id) => id !== undefined),
        }),
      slowAfterMs,
    )
    return () => clearTimeout(timer)
  }, [isAsking, queries])
  return (
    <Box role="status">
      {slow !== undefined && (
        <Group gap="sm" mx="xl" mt="lg" p="sm" wrap="nowrap" className={ui['box'] ?? ''}>
          <Hourglass size={18} style={{ flex: 'none' }} aria-hidden />
          <Text flex={1}>{words.slow(accounts.find(({ id }) => id === slow.accountId)?.name)}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void client.refetchQueries({ type: 'active', fetchStatus: 'fetching' })}
          >
            {text.common.retry}
          </Button>
        </Group>
      )}
    </Box>
  )
}

/** Replaces a view whose content comes from a service. */
export const OfflineView = ({ title }: { readonly title: string }) => {
  const { go } = useNavigation()
  return (
    <Page title={title}>
      <Empty
        icon={<WifiOff size={40} strokeWidth={1.25} aria-hidden />}
        title={words.title}
        action={
          <Group justify="center">
            {(['signing', 'policies'] as const).map((view) => (
              <Button key={view} variant="default" onClick={() => go({ view })}>
                {text.frame[view]}
              </Button>
            ))}
            <RestartOnline />
          </Group>
        }
      >
        {words.text} {words.how}
      </Empty>
    </Page>
  )
}
