import { backupErrors } from '#contract/backups/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { encodeQR } from 'qr'
import { markup } from '#values/text/markup.ts'
import { selfContainedPage } from '#platform/html/self-contained-page.ts'
import { ageText } from '#keys/vault/age-text.ts'
import type { SealedBackup } from '#keys/vault-schemas.ts'

/** Characters per code: at medium correction and 58 mm a module is half a millimetre wide. */
const codeChars = 650
/** A longer name would push the codes off the sheet; the backup itself holds the full name. */
const longestName = 100
/** Codes that fit on an A4 page beside the text. */
const maxCodes = 5

/** A policy's backup as it is saved: its file, or a page to print. */
export const savedBackup = (backup: SealedBackup, as: 'file' | 'paper'): Uint8Array =>
  as === 'paper' ? new TextEncoder().encode(paperPage(backup)) : backup.file

/**
 * A backup as one A4 page to print: its age text, the same as QR codes, and restore instructions.
 * One file without scripts, links or external resources.
 * @throws ColdpressError `too_large` for a backup that does not fit on the sheet
 */
export const paperPage = (backup: SealedBackup): string => {
  const text = ageText(backup.file)
  const codes = codesOf(text)
  if (codes.length > maxCodes) {
    throw errorBy(
      backupErrors,
      'paper',
      {},
      `This backup needs ${codes.length} QR codes, and a page has room for ${maxCodes}. Keep it as a file instead.`,
    )
  }
  return page(backup, text, codes)
}

/** Splits at line ends, so that the codes' contents joined by lines are the text. */
const codesOf = (text: string): readonly string[] => {
  const codes: string[] = []
  for (const line of text.trim().split('\n')) {
    const last = codes.at(-1)
    if (last === undefined || last.length + 1 + line.length > codeChars) codes.push(line)
    else codes.splice(-1, 1, `${last}\n${line}`)
  }
  return codes
}

const styleOf = (codes: readonly string[]): string => `
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { font: 9pt/1.35 system-ui, sans-serif; color: #000; background: #fff; max-width: 186mm; margin: 0 auto }
h1 { font-size: 14pt; margin: 0 0 2mm }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5mm 3mm; margin: 0 0 3mm }
dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere }
dd, pre { font-family: ui-monospace, monospace }
ol { margin: 0 0 3mm; padding-left: 5mm }
.codes { display: flex; flex-wrap: wrap; gap: 3mm }
figure { margin: 0; width: 58mm; break-inside: avoid } figure svg { width: 58mm; height: 58mm; display: block }
figcaption { text-align: center }
pre { font-size: ${codes.length > 3 ? '5.6pt; columns: 2' : '8pt'}; line-height: 1.15; margin: 3mm 0 0 }
`

const page = (backup: SealedBackup, text: string, codes: readonly string[]): string =>
  selfContainedPage({
    title: `Backup of the policy ${backup.name ?? backup.policyId}`,
    style: styleOf(codes),
    content: markup`<h1>Backup of a minting policy</h1>
<dl>
${paperRows(backup).map(
  ([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>
`,
)}</dl>
<p>Whoever has this page and its passphrase can mint under the policy. Keep the two apart. The passphrase is the one that was chosen for this backup.</p>
<ol>
<li>Scan the codes with any reader, from 1 to ${codes.length}, and put what they say one below the other into a text file, without empty lines; or type the text below.</li>
<li>Test the file as a backup of a policy in Coldpress. Nothing is changed.</li>
<li>To bring the keys back, restore the policy from the file in Coldpress.</li>
<li>Without Coldpress: <code>age -d FILE</code> shows the script and the signing keys (age-encryption.org).</li>
</ol>
<div class="codes">
${codes.map(
  (code, index) =>
    markup`<figure>${{ markup: encodeQR(code, 'svg', { ecc: 'medium', border: 4 }) }}<figcaption>${index + 1} of ${codes.length}</figcaption></figure>
`,
)}</div>
<pre>
${text}</pre>`,
  })

const paperRows = (backup: SealedBackup): readonly (readonly [string, string])[] => [
  ...(backup.name === null
    ? []
    : [['Name', Array.from(backup.name).slice(0, longestName).join('')] as const]),
  ['Policy ID', backup.policyId],
  ['Network', backup.network],
  ['Made', backup.created],
  [
    'Keys inside',
    `${backup.keyHashes.length} of ${backup.keyHashes.length + backup.elsewhere.length}`,
  ],
  ['SHA-256', backup.fingerprint],
]
