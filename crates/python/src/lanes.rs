//! Passes arrays between Python and the environments.

use crate::{
    code::Code,
    contacts,
    environment::{Lane, Observation, Pool, Settings, Slot, Task, View},
    error::{BusyError, StateError, value_error},
};
use lab::trace::Condition;
use numpy::{
    PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArrayDyn,
};
use pyo3::{prelude::*, types::PyBytes};
use std::{
    ops::DerefMut,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
};
use vcs::Input;

/// Many environments in parallel, for the classes in crownhead.gym. Each lane is an environment
/// with a separate console.
#[pyclass(module = "crownhead", frozen)]
pub struct Lanes {
    pool: Mutex<Pool>,
    settings: Arc<Settings>,
}

impl Lanes {
    fn pool(&self) -> PyResult<MutexGuard<'_, Pool>> {
        match self.pool.try_lock() {
            Ok(pool) => Ok(pool),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => Err(BusyError::new_err(
                "the environment is in use by another thread; give each thread a separate one",
            )),
        }
    }

    fn action(&self, action: i64) -> PyResult<usize> {
        let count = self.settings.actions.len();
        let action = usize::try_from(action).ok();
        let action = action.filter(|action| *action < count);
        action.ok_or_else(|| value_error(format!("the actions are 0 to {}", count - 1)))
    }
}

fn slot(pool: &Pool, lane: usize) -> PyResult<impl DerefMut<Target = Slot>> {
    if lane < pool.lanes() {
        Ok(pool.slot(lane))
    } else {
        Err(value_error(format!(
            "no lane {lane}; the last lane is {}",
            pool.lanes() - 1
        )))
    }
}

/// Writes the observations of all lanes to `out`, one after another.
fn write_observations(pool: &Pool, out: &mut PyReadwriteArrayDyn<'_, u8>) -> PyResult<()> {
    let size = pool.slot(0).lane.observation().len();
    let out = out.as_slice_mut()?;
    check_count(out.len(), size * pool.lanes(), "bytes")?;
    for (lane, out) in out.chunks_mut(size).enumerate() {
        out.copy_from_slice(pool.slot(lane).lane.observation());
    }
    Ok(())
}

/// Parses an expression. Returns an error if its value does not depend on the machine's state, and
/// `None` if `text` is `None`.
fn parse_expression(code: &Code, name: &str, text: Option<&str>) -> PyResult<Option<Condition>> {
    let Some(text) = text else {
        return Ok(None);
    };
    let parsed = Condition::parse(text, &code.program.symbols)
        .map_err(|error| value_error(format!("{name}: {error}")))?;
    if !parsed.reads_machine() {
        return Err(value_error(format!(
            "{name}: `{text}` never changes; name a variable in RAM, or write [$80] for the byte \
             at $80"
        )));
    }
    Ok(Some(parsed))
}

fn parse_view(name: &str) -> PyResult<View> {
    Ok(match name {
        "ram" => View::Ram,
        "index" => View::Index,
        "rgb" => View::Rgb,
        "gray" => View::Gray,
        "objects" => View::Objects,
        _ => {
            return Err(value_error(format!(
                "obs must be ram, index, rgb, gray or objects, not {name}"
            )));
        }
    })
}

fn parse_commands(text: &str) -> PyResult<Input> {
    contacts::apply(&Input::default(), text)
}

#[pymethods]
impl Lanes {
    #[new]
    #[pyo3(signature = (
        source, lanes, *, actions, start, random, obs="ram", stack=None, lines=None, frame_skip=4,
        repeat_action_probability=0.25, noop_max=0, reward=None, score=None, done=None,
        max_episode_steps=0, threads=None, scheme=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        lanes: usize,
        actions: Vec<String>,
        start: Vec<(String, u32)>,
        random: u64,
        obs: &str,
        stack: Option<usize>,
        lines: Option<(usize, usize)>,
        frame_skip: u32,
        repeat_action_probability: f64,
        noop_max: u32,
        reward: Option<&str>,
        score: Option<&str>,
        done: Option<&str>,
        max_episode_steps: u64,
        threads: Option<usize>,
        scheme: Option<&str>,
    ) -> PyResult<Lanes> {
        let view = parse_view(obs)?;
        let stack = stack.unwrap_or(if view == View::Gray { 4 } else { 1 });
        let sticky = repeat_action_probability;
        let valid = |lines: (usize, usize)| lines.0 < lines.1 && lines.1 <= 400;
        let frames: u64 = start.iter().map(|(_, frames)| u64::from(*frames)).sum();
        let limits = [
            ("n", (1..=65_536).contains(&lanes), "1 to 65536"),
            ("frame_skip", (1..=1000).contains(&frame_skip), "1 to 1000"),
            ("stack", (1..=64).contains(&stack), "1 to 64"),
            ("actions", !actions.is_empty(), "one or more"),
            ("noop_max", noop_max <= 10_000, "at most 10000"),
            ("start", frames <= 216_000, "at most 216000 frames"),
            (
                "repeat_action_probability",
                (0.0..1.0).contains(&sticky),
                "0 to below 1",
            ),
            (
                "lines",
                lines.is_none_or(valid),
                "(first, end), at most 400",
            ),
        ];
        if let Some((name, _, range)) = limits.into_iter().find(|(_, valid, _)| !valid) {
            return Err(value_error(format!("{name} must be {range}")));
        }
        let code = Code::of(source, scheme)?;
        let start = start.into_iter();
        let start = start.map(|(text, frames)| Ok((parse_commands(&text)?, frames)));
        let settings = Arc::new(Settings {
            cartridge: code.cartridge.clone(),
            start: start.collect::<PyResult<_>>()?,
            actions: actions
                .iter()
                .map(|text| parse_commands(text))
                .collect::<PyResult<_>>()?,
            frame_skip,
            repeat_probability: (sticky * f64::from(u32::MAX)) as u32,
            max_start_wait: noop_max,
            observation: Observation::new(view, stack, lines.map(|(from, to)| from..to)),
            reward: parse_expression(&code, "reward", reward)?,
            score: parse_expression(&code, "score", score)?,
            done: parse_expression(&code, "done", done)?,
            max_steps: max_episode_steps,
        });
        let threads = threads.or_else(|| thread::available_parallelism().ok().map(Into::into));
        let pool = py.detach(|| {
            let lane = |lane: usize| Lane::new(settings.clone(), random.wrapping_add(lane as u64));
            Pool::new((0..lanes).map(lane).collect(), threads.unwrap_or(1))
        });
        let pool = Mutex::new(pool);
        Ok(Lanes { pool, settings })
    }

    /// Returns the shape of a lane's observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        let observation = &self.settings.observation;
        let mut shape = observation.shape.clone();
        if observation.stack > 1 {
            shape.insert(0, observation.stack);
        }
        shape
    }

    /// Begins new episodes in the lanes whose mask is true. If a lane's seed is None, its random
    /// number generator makes one. Writes the observations of all lanes to `seen`.
    fn reset(
        &self,
        py: Python<'_>,
        seeds: Vec<Option<u64>>,
        mask: Vec<bool>,
        mut seen: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let pool = &mut *self.pool()?;
        check_count(seeds.len(), pool.lanes(), "seeds")?;
        check_count(mask.len(), pool.lanes(), "masks")?;
        for (lane, (seed, selected)) in seeds.into_iter().zip(mask).enumerate() {
            let reset = Task::Reset(seed);
            pool.slot(lane).task = if selected { reset } else { Task::Idle };
        }
        py.detach(|| pool.run_round());
        write_observations(pool, &mut seen)
    }

    /// Takes one action in each lane. A lane whose episode has ended begins a new one instead.
    /// Writes the results to the four arrays; `seen` receives the observations.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut truncated: PyReadwriteArray1<'_, bool>,
        mut seen: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let pool = &mut *self.pool()?;
        let results = (rewards.as_slice_mut()?.iter_mut())
            .zip(terminated.as_slice_mut()?)
            .zip(truncated.as_slice_mut()?);
        let actions = actions.as_array();
        check_count(actions.len(), pool.lanes(), "actions")?;
        check_count(results.len(), pool.lanes(), "results")?;
        for (lane, action) in actions.iter().enumerate() {
            pool.slot(lane).task = Task::Step(self.action(*action)?);
        }
        py.detach(|| pool.run_round());
        for (lane, ((reward, terminated), truncated)) in results.enumerate() {
            let result = pool.slot(lane).result;
            (*reward, *terminated) = (result.reward, result.terminated);
            *truncated = result.truncated;
        }
        write_observations(pool, &mut seen)
    }

    /// Takes an action in lane 0, which must be the only lane. Returns the reward, `terminated` and
    /// `truncated`, and writes the observation to `seen`.
    fn step_one(
        &self,
        py: Python<'_>,
        action: i64,
        mut seen: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<(f64, bool, bool)> {
        let pool = self.pool()?;
        let action = self.action(action)?;
        let result = py.detach(|| pool.slot(0).lane.step(action));
        write_observations(&pool, &mut seen)?;
        Ok((result.reward, result.terminated, result.truncated))
    }

    /// Returns the state of a lane as bytes.
    fn save<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyBytes>> {
        let saved = slot(&*self.pool()?, lane)?.lane.save();
        Ok(PyBytes::new(py, &saved))
    }

    /// Restores the state of a lane, and writes the observations of all lanes to `seen`.
    fn restore(
        &self,
        lane: usize,
        state: &[u8],
        mut seen: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let pool = self.pool()?;
        let restored = slot(&pool, lane)?.restore(state);
        restored.map_err(|error| StateError::new_err(error.to_string()))?;
        write_observations(&pool, &mut seen)
    }

    /// Returns the RAM of a lane: uint8 [128].
    fn ram<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let pool = self.pool()?;
        let slot = slot(&pool, lane)?;
        Ok(PyArray1::from_slice(py, slot.lane.machine().ram()))
    }

    /// Returns a lane's machine as the bytes of a state file.
    fn machine<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyBytes>> {
        let state = slot(&*self.pool()?, lane)?.lane.machine().save();
        Ok(PyBytes::new(py, &state))
    }

    /// Returns the picture of a lane: uint8 [210, 160, 3]. If the lane does not draw pictures for
    /// its observations, this is the picture of the next frame.
    fn picture<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let mut machine = slot(&*self.pool()?, lane)?.lane.machine().clone();
        if self.settings.observation.frames_to_draw() == 0 {
            // The last frame ran without drawing pixels, so draw the next frame on the copy.
            machine.frame();
        }
        let rgb = Observation::new(View::Rgb, 1, None);
        let mut out = vec![0; rgb.size];
        rgb.write(&machine, &[], &mut out);
        PyArray1::from_vec(py, out).reshape(rgb.shape)
    }
}

fn check_count(have: usize, want: usize, what: &str) -> PyResult<()> {
    if have == want {
        Ok(())
    } else {
        Err(value_error(format!("{have} {what} instead of {want}")))
    }
}
