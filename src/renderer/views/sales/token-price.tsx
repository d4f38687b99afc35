import { Button, Stack, TextInput } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { adaField, readAda } from '#shared/ada-amount.ts'
import type { CallOutput } from '#shared/calls/contract.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { useSubmit } from '../use-submit.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Facts } from '#renderer/ui/page.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.tokenPrice

type Token = CallOutput<'tokens.get'>

/** A price on a token itself: whoever has its link may reserve it. */
export const TokenPrice = ({
  collectionRef,
  token,
}: {
  readonly collectionRef: CollectionRef
  readonly token: Token
}) => {
  const price = typeof token.price === 'number' ? String(token.price) : null
  const [written, setWritten] = useState(price === null ? '' : adaField(price))
  const [wasTried, setTried] = useState(false)
  const amount = readAda(written)
  const set = async (wanted: string | null) => {
    const { accountId, collectionId } = collectionRef
    await change('sales.setTokenPrice', {
      accountId,
      collectionId,
      tokenId: token.id,
      price: wanted,
    })
    if (wanted === null) setWritten('')
    setTried(false)
    useNotices.getState().notify('good', wanted === null ? words.removed : words.changed)
  }
  const setting = useSubmit(() => set(amount.lovelace?.toString() ?? null))
  const removing = useSubmit(() => set(null))
  const canChange = token.status === 'OPEN' || token.status === 'FOR_SALE'
  const error = setting.error ?? removing.error
  return (
    <form
      noValidate
      onChange={setting.clearError}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (amount.error === undefined) void setting.send()
      }}
    >
      <Stack gap="md">
        <p className={ui['soft']}>{canChange ? words.text : words.cannot}</p>
        {price !== null && <PriceFacts price={price} link={token.payment_link ?? null} />}
        {canChange && (
          <>
            <TextInput
              label={words.label}
              inputMode="decimal"
              value={written}
              onChange={(event) => setWritten(event.currentTarget.value)}
              error={wasTried ? amount.error : undefined}
            />
            <div className={styles['resolutions']}>
              <Button type="submit" loading={setting.isBusy}>
                {price === null ? words.set : words.change}
              </Button>
              {price !== null && (
                <Button
                  variant="default"
                  loading={removing.isBusy}
                  onClick={() => void removing.send()}
                >
                  {words.remove}
                </Button>
              )}
            </div>
          </>
        )}
        {error !== undefined && <ErrorAlert error={error} />}
      </Stack>
    </form>
  )
}

const PriceFacts = ({ price, link }: { readonly price: string; readonly link: string | null }) => (
  <Facts
    entries={[
      [words.price, <Ada key="price" lovelace={price} />],
      ...(link === null
        ? []
        : [
            [
              words.link,
              <span key="link" className={ui['inline']}>
                <Hash value={link} what={words.link} onCopy={copy} whole />
                <a className={styles['link']} href={link} target="_blank" rel="noreferrer">
                  {words.open}
                  <ExternalLink size={14} aria-hidden />
                </a>
              </span>,
            ] as const,
          ]),
    ]}
  />
)
