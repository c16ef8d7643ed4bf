import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';

/** A JSON Schema, draft 2020-12. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

/** Parts of a tool's schema beyond the contract. */
interface Extension {
  /** Keywords in place of the contract's, by field: its descriptions are for clients of the service itself. */
  overrides?: Readonly<Record<string, Schema>>;
  /** Fields that the contract does not have. */
  fields?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

/** The contract's schema, extended. */
export function extend(
  base: ObjectSchema,
  { overrides = {}, fields = {}, required }: Extension,
): ObjectSchema {
  const own = Object.entries(base.properties).map(([name, schema]) => [
    name,
    { ...schema, ...overrides[name] },
  ]);
  return {
    ...base,
    properties: { ...(Object.fromEntries(own) as Record<string, Schema>), ...fields },
    required: required ?? base.required ?? [],
  };
}

/** The arguments of a tool. A field of the contract that is in its schema and not among them does not compile. */
export type ArgumentsFor<T, _Fields extends keyof T> = T;

/** Validates the arguments of a tool before it is called. Errors name arguments, never values. */
export const toolInput = <T>(schema: ObjectSchema) =>
  fromJsonSchema<T>(schema, {
    getValidator: () => {
      const validate = compileFields(schema);
      return (input) => {
        const args = withoutNulls(input as object);
        const errors = validate(args);
        if (errors.length === 0) return { valid: true, data: args as never, errorMessage: undefined };
        return { valid: false, data: undefined, errorMessage: `${errors.join('; ')}. Nothing was sent.` };
      };
    },
  });

/** Some models send null for what they leave out. */
const withoutNulls = (args: object): object =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));

/**
 * The schema of a tool's result. It is not validated again: `pickFields` has checked each field, and refusing the result
 * would lose the link to something that has been created. Clients validate it, too, so only the type of a field is
 * published, and only what every result has is required.
 */
export const toolOutput = (schema: ObjectSchema) =>
  fromJsonSchema(published(schema) as JsonSchemaType, {
    getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
  });

function published({ properties, ...rest }: ObjectSchema): ObjectSchema {
  const fields = Object.entries(properties).map(([name, { type, description, enum: values, ...others }]) => {
    const examples = values ?? others.examples;
    return [name, { type, description, ...(examples !== undefined && { examples }) }];
  });
  return { ...rest, properties: Object.fromEntries(fields) as Record<string, Schema> };
}

/** Compiles each field when it is first used: most calls use few, and starting should not wait for them. */
function compileFields({ properties, required = [] }: ObjectSchema): (args: object) => string[] {
  const engine = new AjvJsonSchemaValidator();
  const checks = new Map<string, (value: unknown) => { valid: boolean }>();
  const fits = (name: string, value: unknown): boolean => {
    const check = checks.get(name) ?? engine.getValidator(properties[name] as JsonSchemaType);
    checks.set(name, check);
    return check(value).valid;
  };
  return (input) => {
    const args = input as Record<string, unknown>;
    const names = Object.keys(args);
    const unknown = names.some((name) => !Object.hasOwn(properties, name));
    return [
      ...required.filter((name) => args[name] === undefined).map((name) => `${name} is missing`),
      ...names
        .filter((name) => Object.hasOwn(properties, name) && !fits(name, args[name]))
        .map((name) => `${name} must be ${expectation(properties[name] as Schema)}`),
      ...(unknown ? [`the only arguments are ${Object.keys(properties).join(', ')}`] : []),
    ];
  };
}

function expectation(schema: Schema): string {
  const { type, minimum, maximum, minLength = 0, maxLength, pattern, description } = schema;
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const range = minimum === undefined ? '' : ` from ${minimum} to ${maximum}`;
  const length =
    maxLength === undefined ? '' : ` of ${minLength} to ${maxLength.toLocaleString('en')} characters`;
  const form = pattern === undefined ? '' : ` of the form described (${description?.replace(/\.$/, '')})`;
  return `${type === 'integer' ? 'an integer' : `a ${String(type)}`}${range}${length}${form}`;
}
