import type pg from 'pg';

/** From now on, the plan of every statement of this connection, those within functions too; `analyse`: with the rows that were read. */
export async function recordPlans(client: pg.Client, analyse = false): Promise<readonly string[]> {
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(String(message)));
  await client.query(`LOAD 'auto_explain'`);
  await client.query(
    `SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on; SET auto_explain.log_analyze = ${analyse}; SET client_min_messages = log`,
  );
  return plans;
}
