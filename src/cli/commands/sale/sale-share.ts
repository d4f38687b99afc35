import { extname } from 'node:path'
import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { findSaleById } from '#app/sales/find-sale-by-id.ts'
import {
  deadlineText,
  dueText,
  sharedFile,
  type SharedForm,
  sharedForms,
  readSharedPayment,
} from '#app/sales/share-sale.ts'
import { writeBytes } from '#cli/files.ts'
import { command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { detailTable } from '#cli/terminal/table.ts'
import { openMintSession } from '../mint/mint-session.ts'
import { servedLink } from '../studio/served-link.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type ShareOptions = { readonly out?: string }

export const addShare = (group: Command): void =>
  command<ShareOptions>(
    group,
    'share <sale>',
    'what to send to a buyer anywhere: address, exact amount, deadline and QR code, without a server',
    'sale share 01k… --out payment.html',
    (share) =>
      share.addOption(
        new OutputOption(
          '--out <file>',
          'write it as one page (.html) or its QR code as a picture (.png or .svg)',
        ),
      ),
    async (session, { out }, id = '') => {
      const form = out === undefined ? undefined : formOf(out)
      const mintSession = await openMintSession(session, { signs: false })
      const account = mintSession.app.accounts.get(session.account)
      const { signal } = session
      const found = await findSaleById(mintSession.client, id, { signal })
      const { client, app } = mintSession
      const { content, images } = app
      const { sale, payment } = await readSharedPayment(
        { client, account, content, images },
        found,
        { signal },
      )
      if (out !== undefined && form !== undefined) await writeBytes(out, sharedFile(payment, form))
      const link = servedLink(sale.payment_link, mintSession)
      const reachable = typeof link !== 'string' || isLocalLink(link) ? null : link
      return {
        json: {
          sale: sale.id,
          address: payment.address,
          lovelace: String(payment.due),
          deadline: payment.deadline.toISOString(),
          uri: payment.uri,
          payment_link: reachable,
          file: out ?? null,
        },
        text: [
          detailTable([
            ['pay', dueText(payment)],
            ['to', payment.address],
            ['before', deadlineText(payment)],
            ['for a wallet', payment.uri],
            ['page', reachable ?? undefined],
            ['file', out],
          ]),
          '',
          'The buyer pays it in one payment. The artwork is sent to the wallet that pays.',
          ...(out === undefined
            ? [`As a page to send: ${hint(`sale share ${id} --out payment.html`)}`]
            : [`Send ${out} to the buyer.`]),
          'Coldpress has to be open, or be opened later, to find the payment and deliver.',
        ],
      }
    },
  )

/** @throws ColdpressError `usage` */
const formOf = (out: string): SharedForm => {
  const ending = extname(out).slice(1).toLowerCase()
  const form = sharedForms.find((known) => known === ending)
  if (form !== undefined) return form
  throw new ColdpressError(
    'usage',
    `--out: ${out} ends neither in .html, for a page, nor in .png or .svg, for the QR code.`,
  )
}
