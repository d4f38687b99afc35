import { Group, NumberInput, Radio, ScrollArea, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { countTraits, type TraitCounts } from '#values/rarity/rarity.ts'
import { text } from '#renderer/text/en.ts'
import { mostPerStep, type PriceDraft } from '#renderer/views/sales/price-draft.ts'
import type { DraftForm } from '#renderer/views/use-draft-form.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.picking.price

type FieldsProps = {
  readonly form: DraftForm<PriceDraft>
  readonly tokens: readonly TokenRow[]
}

/** The fields of the rule by which tokens are priced. */
export const PriceFields = ({ form, tokens }: FieldsProps) => {
  const { kind } = form.values
  const traits = useMemo(() => countTraits(tokens.map(({ attributes }) => attributes)), [tokens])
  const kinds = (['fixed', 'ranks', 'trait', 'steps'] as const).filter(
    (candidate) => traits.size > 0 || (candidate !== 'ranks' && candidate !== 'trait'),
  )
  return (
    <>
      <Radio.Group label={words.kind} {...form.getInputProps('kind')}>
        <Group gap="md" mt="xs">
          {kinds.map((candidate) => (
            <Radio key={candidate} value={candidate} label={words.kinds[candidate]} />
          ))}
        </Group>
      </Radio.Group>
      {kind === 'fixed' && <Amount form={form} field="price" label={text.sales.tokenPrice.label} />}
      {kind === 'ranks' && (
        <Group grow align="start">
          <Amount form={form} field="rarest" label={words.rarest} />
          <Amount form={form} field="commonest" label={words.commonest} />
        </Group>
      )}
      {kind === 'trait' && <TraitFields form={form} traits={traits} />}
      {kind === 'steps' && (
        <Group grow align="start">
          <Amount form={form} field="first" label={words.first} />
          <NumberInput
            label={words.size}
            min={1}
            max={mostPerStep}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('size')}
          />
          <Amount form={form} field="step" label={words.step} />
        </Group>
      )}
    </>
  )
}

const Amount = ({
  form,
  field,
  label,
}: Pick<FieldsProps, 'form'> & { readonly field: string; readonly label: string }) => (
  <TextInput label={label} inputMode="decimal" {...form.getInputProps(field)} data-autofocus />
)

/** More values of an attribute than a person prices one by one; the others have one price. */
const mostValues = 50

const TraitFields = ({
  form,
  traits,
}: Pick<FieldsProps, 'form'> & { readonly traits: TraitCounts }) => {
  const { trait, values } = form.values
  const counts = traits.get(trait)
  const choose = (name: string | null) => {
    const sorted = [...(traits.get(name ?? '') ?? [])].toSorted(([, a], [, b]) => a - b)
    form.setValues({
      trait: name ?? '',
      values: sorted.slice(0, mostValues).map(([value]) => ({ value, price: '' })),
    })
  }
  return (
    <>
      <Group grow align="start">
        <Select
          label={words.trait}
          data={[...traits.keys()]}
          value={trait === '' ? null : trait}
          error={form.errors['trait']}
          onChange={choose}
        />
        <Amount form={form} field="others" label={words.others} />
      </Group>
      {values.length > 0 && (
        <ScrollArea.Autosize mah={200} type="auto">
          <div className={ui['triple']}>
            {values.map(({ value }, index) => (
              <TextInput
                key={value}
                size="xs"
                label={words.valueOf(value, counts?.get(value) ?? 0)}
                inputMode="decimal"
                placeholder={form.values.others}
                {...form.getInputProps(`values.${index}.price`)}
              />
            ))}
          </div>
        </ScrollArea.Autosize>
      )}
    </>
  )
}
