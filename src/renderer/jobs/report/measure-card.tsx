import { Card } from '../../../ui/card.tsx';

/** A line of a card of measures. */
export interface MeasureRow {
  readonly name: string;
  readonly hint: string | null;
  readonly value: string;
}

/** Measurements of a result, line by line. */
export function MeasureCard({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly MeasureRow[];
}) {
  return (
    <Card title={title}>
      <dl className="measures">
        {rows.map(({ name, hint, value }) => (
          <div key={name} className="measure">
            <dt>
              <span>{name}</span>
              {hint === null ? null : <span className="muted">{hint}</span>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
