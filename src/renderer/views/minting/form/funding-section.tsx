import { ActionIcon, Box, Group, Stack, Tooltip } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import type { MintTerms } from '#contract/mints/calls.ts'
import type { MintEstimate } from '#contract/mints/mint.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { useAction } from '#renderer/views/use-submit.ts'
import type { MintDraftForm } from './form-of.ts'
import { balanceShown } from './cost-amounts.ts'
import { PayerChoice } from './payer-choice.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.form

/** What the mint is paid from. */
export const FundingSection = ({
  terms,
  estimate,
  form,
  onRefresh,
}: {
  readonly terms: MintTerms
  /** Undefined while it is not known. */
  readonly estimate: MintEstimate | undefined
  readonly form: MintDraftForm
  readonly onRefresh: () => Promise<unknown>
}) => (
  <Sheet title={words.paid}>
    <PayerChoice
      group={{ 'aria-label': words.paid }}
      funding={form.values.funding}
      fundingProps={form.getInputProps('funding')}
      payerProps={form.getInputProps('payer')}
      network={terms.network}
    >
      <OwnFunds terms={terms} estimate={estimate} onRefresh={onRefresh} />
    </PayerChoice>
  </Sheet>
)

const OwnFunds = ({
  terms: { funding },
  estimate,
  onRefresh,
}: Omit<Parameters<typeof FundingSection>[0], 'form'>) => {
  const refresh = useAction(onRefresh)
  return (
    <div className={ui['indent']}>
      <Stack gap="xs">
        <Group gap="8px 16px">
          <span className={ui['soft']}>{words.balance}</span>
          <Box component="span" fz="xl" fw={600} className={ui['number']} role="status">
            {funding.lovelace === null ? (
              words.noGateway
            ) : (
              <Ada lovelace={funding.lovelace} shown={balanceShown(estimate, funding.lovelace)} />
            )}
          </Box>
          <Tooltip label={words.refresh}>
            <ActionIcon
              variant="default"
              size="md"
              aria-label={words.refresh}
              loading={refresh.isBusy}
              onClick={() => void refresh.run()}
            >
              <RefreshCw size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {funding.reserved_lovelace !== null && funding.reserved_lovelace !== 0 && (
            <span className={ui['soft']}>
              <AdaSentence
                say={words.reserved}
                amounts={[{ lovelace: funding.reserved_lovelace }]}
              />
            </span>
          )}
        </Group>
        <Hash value={funding.address} what={words.own} onCopy={copy} />
      </Stack>
    </div>
  )
}
