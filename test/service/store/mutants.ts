import {
  type BinaryOperationNode,
  type ColumnNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type OrderByItemNode,
  PrimitiveValueListNode,
  RawNode,
  type RootOperationNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import type { Store } from '../../../src/service/store/open.ts';

/** A fault put into the statements on their way to the database. */
export interface Mutant {
  readonly name: string;
  /** Returns whether a statement has to be changed. */
  readonly hits: (sql: RootOperationNode) => boolean;
  readonly change: OperationNodeTransformer;
}

/** The same store with a faulty statement. */
export function withMutant(store: Store, mutant: Mutant): Store {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) =>
      mutant.hits(node) ? mutant.change.transformNode(node) : node,
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { ...store, db: store.db.withPlugin(plugin) };
}

/** Another text at every run. */
const anyText = RawNode.createWithSql('cast(random() as text)');

/** Leaves out a condition on a column. */
export class WithoutCondition extends OperationNodeTransformer {
  readonly #column: string;

  constructor(column: string) {
    super();
    this.#column = column;
  }

  override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    return toColumn(node.leftOperand) === this.#column
      ? (RawNode.createWithSql('1 = 1') as unknown as BinaryOperationNode)
      : super.transformBinaryOperation(node);
  }
}

/** Leaves a column as it is. */
export class WithoutUpdate extends OperationNodeTransformer {
  readonly #column: string;

  constructor(column: string) {
    super();
    this.#column = column;
  }

  override transformUpdateQuery({ updates = [], ...node }: UpdateQueryNode): UpdateQueryNode {
    return { ...node, updates: updates.filter(({ column }) => toColumn(column) !== this.#column) };
  }
}

/** Answers rows from the other end. */
export class OtherOrder extends OperationNodeTransformer {
  override transformOrderByItem(node: OrderByItemNode): OrderByItemNode {
    return { ...node, direction: RawNode.createWithSql('desc') };
  }
}

/** Writes values other than the given ones. */
export class OtherValues extends OperationNodeTransformer {
  readonly #replace: (row: readonly unknown[]) => readonly unknown[];

  constructor(replace: (row: readonly unknown[]) => readonly unknown[]) {
    super();
    this.#replace = replace;
  }

  override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    if (node.values === undefined || !ValuesNode.is(node.values)) {
      return node;
    }
    const rows = node.values.values.map((row) =>
      ValueListNode.create(
        this.#replace(PrimitiveValueListNode.is(row) ? row.values : row.values.map(toValue)).map(
          (value) => (value === anyText ? anyText : ValueNode.create(value)),
        ),
      ),
    );
    return { ...node, values: ValuesNode.create(rows) };
  }
}

/** Faults that the model has to notice. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the end of a job does not look at its status',
    hits: isUpdateOf('jobs', 'finished_at_ms'),
    change: new WithoutCondition('status'),
  },
  {
    name: 'the end of a job does not look at the claim',
    hits: isUpdateOf('jobs', 'finished_at_ms'),
    change: new WithoutCondition('fence'),
  },
  {
    name: 'a hold is taken without looking at the balance',
    hits: isUpdateOf('accounts', 'held_micros'),
    change: new WithoutCondition('balance_micros'),
  },
  {
    name: 'a used idempotency key is not found',
    hits: isInsertInto('idempotency'),
    change: new OtherValues((row) => row.map((value) => (isKey(value) ? anyText : value))),
  },
  {
    name: 'revenue is booked one micro-dollar too high',
    hits: isInsertInto('ledger_lines'),
    change: new OtherValues((row) =>
      row.includes('revenue')
        ? row.map((value) => (typeof value === 'number' && value < 1e12 ? value + 1 : value))
        : row,
    ),
  },
  {
    name: 'the end of a hold pays every account',
    hits: isUpdateOf('accounts', 'spent_micros'),
    change: new WithoutCondition('id'),
  },
  {
    name: 'a claim is taken away before it expires',
    hits: (node) =>
      node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"lease_until_ms"'),
    change: new WithoutCondition('lease_until_ms'),
  },
  {
    name: 'an account may run any number of jobs',
    hits: isSelectOf('jobs'),
    change: new WithoutCondition('running'),
  },
  {
    name: 'a payment is booked twice for one reference',
    hits: isInsertInto('ledger_lines'),
    change: new OtherValues((row) =>
      row.map((value) =>
        typeof value === 'string' && value.startsWith('topup:')
          ? `${value}:${paymentCount()}`
          : value,
      ),
    ),
  },
];

let payments = 0;

/** A new number for every two lines, which form one entry. */
function paymentCount(): number {
  payments += 1;
  return Math.floor((payments - 1) / 2);
}

/** The value of a prepared statement has a name only. */
function isKey(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === 'key';
}

/** Returns a predicate for statements that update a column of a table. */
export function isUpdateOf(table: string, column: string): (node: RootOperationNode) => boolean {
  return (node) =>
    node.kind === 'UpdateQueryNode' &&
    JSON.stringify(node.table).includes(`"${table}"`) &&
    JSON.stringify(node.updates).includes(`"${column}"`);
}

/** Returns a predicate for statements that insert into a table. */
export function isInsertInto(table: string): (node: RootOperationNode) => boolean {
  return (node) =>
    node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes(`"${table}"`);
}

/** Returns a predicate for statements that read a table. */
export function isSelectOf(table: string): (node: RootOperationNode) => boolean {
  return (node) =>
    node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes(`"${table}"`);
}

function toColumn(node: OperationNode): string | null {
  if (node.kind === 'ReferenceNode') {
    return toColumn((node as unknown as { column: OperationNode }).column);
  }
  return node.kind === 'ColumnNode' ? (node as ColumnNode).column.name : null;
}

function toValue(node: OperationNode): unknown {
  return (node as ValueNode).value;
}
