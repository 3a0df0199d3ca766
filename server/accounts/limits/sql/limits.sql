-- Player limits: limits, breaks and self-exclusion that players set for themselves. Every transaction that takes a stake or a recharge asks player_limit_refusal, under the
-- player's lock and before it writes, so that no two of them fit under one limit and nothing comes after an exclusion.

-- When the period began that an instant lies in. Weeks begin on Monday.
CREATE FUNCTION period_start(p_period text, p_now bigint, p_offset bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  today bigint := (p_now + p_offset) / 86400000;
BEGIN
  RETURN CASE p_period
    WHEN 'day' THEN today
    -- Day 0 was a Thursday.
    WHEN 'week' THEN today - (today + 3) % 7
    ELSE date_trunc('month', date '1970-01-01' + today::int)::date - date '1970-01-01'
  END * 86400000 - p_offset;
END
$$;

-- What counts as spent: it leaves the player for a game, for a group order or for a company of the transfer centre.
CREATE FUNCTION is_spending(p_debit text, p_credit text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_debit IN ('wallet', 'held') AND (p_credit IN ('house:stakes', 'escrow:hm') OR p_credit ^@ 'transit:')
$$;
-- What takes such a movement back.
CREATE FUNCTION is_given_back(p_debit text, p_credit text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_credit = 'wallet' AND (p_debit IN ('house:stakes', 'escrow:hm') OR p_debit ^@ 'transit:')
$$;
-- What a game paid, less what a correction took back.
CREATE FUNCTION won_by(p_debit text, p_credit text, p_amount bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_credit = 'wallet' AND (p_debit = 'house:prizes' OR p_debit ^@ 'company:') THEN p_amount
              WHEN p_debit = 'wallet' AND p_credit = 'house:prizes' THEN -p_amount ELSE 0 END
$$;

-- What a player used of a limit since an instant: fen; of 'time' real ms. Movements grow with time, so the first of the period is found by
-- walking back from the newest.
--   deposit: recharges that arrived.
--   stake: what was spent and not given back. What is given back of an earlier period's stakes does not make room in this one.
--   loss: what was spent, less what came back and what was won. A stake that is not decided yet counts as lost. May be negative.
CREATE FUNCTION player_limit_used(p_user bigint, p_what text, p_since bigint, p_offset bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_after bigint;
BEGIN
  IF p_what = 'time' THEN
    RETURN (SELECT coalesce(sum(played_ms), 0) FROM play_days WHERE user_id = p_user AND day >= (p_since + p_offset) / 86400000);
  END IF;
  SELECT seq INTO v_after FROM movements WHERE user_id = p_user AND at < p_since ORDER BY seq DESC LIMIT 1;
  v_after := coalesce(v_after, 0);
  IF p_what = 'deposit' THEN
    RETURN (SELECT coalesce(sum(amount), 0) FROM movements WHERE user_id = p_user AND kind = 'recharge' AND kind <> 'stake' AND seq > v_after);
  ELSIF p_what = 'stake' THEN
    RETURN (SELECT coalesce(sum(greatest(spent, 0)), 0) FROM (
      SELECT sum(CASE WHEN is_spending(debit, credit) THEN amount ELSE -amount END) AS spent FROM movements
       WHERE user_id = p_user AND seq > v_after AND (is_spending(debit, credit) OR is_given_back(debit, credit))
       GROUP BY coalesce(ref::text, seq::text)) by_order);
  END IF;
  RETURN (SELECT coalesce(sum(CASE WHEN is_spending(debit, credit) THEN amount WHEN is_given_back(debit, credit) THEN -amount
                                   ELSE -won_by(debit, credit, amount) END), 0)
            FROM movements WHERE user_id = p_user AND seq > v_after AND unit = 'fen');
END
$$;

-- Stakes since an instant minus refunds: as `stake` above, without what is on its way to a company, which is not staked yet.
CREATE FUNCTION staked_since(p_user bigint, p_since bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_after bigint;
BEGIN
  SELECT seq INTO v_after FROM movements WHERE user_id = p_user AND at < p_since ORDER BY seq DESC LIMIT 1;
  RETURN (SELECT coalesce(sum(greatest(staked, 0)), 0) FROM (
    SELECT sum(CASE WHEN is_spending(debit, credit) THEN amount ELSE -amount END) AS staked FROM movements
     WHERE user_id = p_user AND seq > coalesce(v_after, 0) AND unit = 'fen' AND (is_spending(debit, credit) OR is_given_back(debit, credit))
       AND kind NOT IN ('transferOut', 'transferBack')
     GROUP BY coalesce(ref::text, seq::text)) by_order);
END
$$;

-- A limit as it is now: its value, or the next one once its time has come.
CREATE FUNCTION player_limit_now(p_value bigint, p_next bigint, p_next_at bigint, p_now bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_next_at <= p_now THEN p_next ELSE p_value END
$$;

CREATE FUNCTION yuan_text(p_fen bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(p_fen / 100::numeric, 'FM999,999,999,999,990.00')
$$;

-- Why a player may not do this now, in a sentence for him; NULL: he may. p_what: deposit (a recharge), stake (a bet, a chase, a share of a
-- group order, a transfer to a company). p_amount: fen, at worst. p_stake: what is staked where more than that can be lost, which the sentence
-- then says: a player would look for the amount on the screen. The caller holds the player's lock.
CREATE FUNCTION player_limit_refusal(p_user bigint, p_what text, p_amount bigint, p_stake bigint DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  own record;
  each record;
  now_ms bigint;
  used bigint;
  period_name text;
BEGIN
  IF EXISTS (SELECT 1 FROM account_freezes WHERE user_id = p_user) THEN RETURN words('frozen'); END IF;
  SELECT * INTO own FROM limited_players WHERE user_id = p_user;
  IF NOT FOUND THEN RETURN NULL; END IF;
  now_ms := caipu_now_ms();
  IF own.blocked_until > now_ms THEN
    RETURN words(CASE own.block WHEN 'exclusion' THEN 'excluded' ELSE 'break' END || CASE p_what WHEN 'deposit' THEN 'Deposit' ELSE 'Stake' END,
                 to_char(to_timestamp((own.blocked_until + own.utc_offset_ms) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
  END IF;
  FOR each IN
    SELECT what, period, player_limit_now(value, next_value, next_at, now_ms) AS value FROM player_limits
     WHERE user_id = p_user AND (what = p_what OR (p_what = 'stake' AND what IN ('loss', 'time')))
     ORDER BY what, CASE period WHEN 'day' THEN 1 WHEN 'week' THEN 2 ELSE 3 END
  LOOP
    CONTINUE WHEN each.value IS NULL;
    used := player_limit_used(p_user, each.what, period_start(each.period, now_ms, own.utc_offset_ms), own.utc_offset_ms);
    period_name := words(CASE each.period WHEN 'day' THEN 'today' WHEN 'week' THEN 'thisWeek' ELSE 'thisMonth' END);
    IF each.what = 'time' THEN
      IF used >= each.value * 60000 THEN
        RETURN words('limitTime', period_name, each.value::text);
      END IF;
    ELSIF used + p_amount > each.value THEN
      RETURN words(CASE p_what WHEN 'deposit' THEN 'limitLeftDeposit' ELSE 'limitLeftStake' END, period_name,
                   words(CASE each.what WHEN 'deposit' THEN 'limitDeposit' WHEN 'stake' THEN 'limitStake' ELSE 'limitLoss' END),
                   yuan_text(each.value), yuan_text(greatest(each.value - used, 0)))
        || CASE WHEN p_stake < p_amount THEN words('limitAtWorst', yuan_text(p_amount)) ELSE '' END;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
